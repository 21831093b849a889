"""What the kits say of what owners write and build: armies, cards, corrections, grids, with much of it wrong."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.bounded import OutOfBounds, check_bounds, json_value, toml_table
from companion.games.zoon.family.deck import Army, facts, shipped, shipped_sheet
from companion.games.zoon.family.grids import SQUARES, moves_of, reached, strides_of, tapped
from companion.games.zoon.family.tribes import (
    FORMATS,
    Mending,
    changed,
    home,
    limits,
    more_than_printed,
    totals,
)
from companion.games.zoon.family.written import (
    army_text,
    corrections_text,
    read_army,
    read_cards,
    read_corrections,
)
from companion.kits.toml_text import TextFault, read_toml, toml_text
from tests.approved.chance import below, one_of
from tests.approved.changed import changed_text
from tests.companion.golems import SETUP_FACTS, TEXT

DOCS = Path(__file__).parents[2] / "docs"
WORDS = ("n", "n2", "e", "sw", "*0,2", "nw2", "*2,-1", "s3", "x", "*9,9", "", "ne", "*0,0", "w2 e2")
Outcome = tuple[str, Any]


def everything() -> Iterator[Outcome]:
    """Each case and what comes of it."""
    known = facts(SETUP_FACTS)
    army = army_text(Army(known.own_twelve("warus"), known.own_trumps("golems"), "Ours", "continental"))
    samples = re.findall(r"```toml\n(.*?)```", (DOCS / "tribes.md").read_text(encoding="utf-8"), re.DOTALL)
    fixes = "".join(f"{name} = {n}\n" for name, n in (("gold-hure.corners.tl", 3), ("titus.value", 4)))
    texts: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
        ("army", army, lambda text: read_army(text, known)),
        ("cards", TEXT, lambda text: read_cards(text, shipped_sheet())),
        ("corrections", fixes, lambda text: read_corrections(text, SETUP_FACTS)),
        *((f"sample {n}", text, read_toml) for n, text in enumerate(samples)),
    )
    for name, text, read in texts:
        yield name, _read(read, text)
        for number in range(40):
            yield name, _read(read, changed_text(text, f"{name} {number}"))
    yield "written", (corrections_text(read_corrections(fixes)), toml_text(shipped()))
    yield from _armies()
    yield from _grids()
    yield from _bounds()


def _read(read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except TextFault as fault:
        return str(fault)


def _armies() -> Iterator[Outcome]:
    known = facts(SETUP_FACTS)
    zoons, trumps, tribes = sorted(known.zoons), sorted(known.trumps), sorted(known.tribes)
    for number in range(24):
        tribe, salt = tribes[number % len(tribes)], f"army {number}"
        held = list(known.own_twelve(tribe)) if number % 3 else []
        held += [one_of(zoons, salt, n) for n in range(below(4 if held else 16, salt))]
        more = [one_of(trumps, salt, "trump", n) for n in range(below(5, salt, "trumps"))]
        built = Army(tuple(sorted(held)), tuple(sorted(more)), format=FORMATS[number % len(FORMATS)])
        broken = limits(built, known)
        yield "armies", (totals(built, known), broken, home(built, known), more_than_printed(built, known))
        mending = Mending(built, known)
        mends = [mending.of(limit) for limit in broken[:2]] if number % 2 else []
        whole = mending.all()
        yield "mends", (mends, whole, None if whole is None else changed(built, whole, known))


def _grids() -> Iterator[Outcome]:
    for number in range(60):
        words = " ".join(one_of(WORDS, number, n) for n in range(1 + number % 3))
        try:
            strides = strides_of(words)
        except ValueError as fault:
            yield "grids", str(fault)
            continue
        yield "grids", (moves_of(strides), sorted(reached(strides).items()))
        for tap in range(4):
            strides = tapped(
                strides, one_of(SQUARES, number, tap, "tap"), green=below(2, number, tap, "green") == 1
            )
            yield "taps", moves_of(strides)


def _bounds() -> Iterator[Outcome]:
    deep: Any = 1
    for depth in range(80):
        deep = [deep] if depth % 2 else {"a": deep}
        if depth % 8 == 0:
            yield "bounds", _bounded(lambda value=deep: check_bounds(value))
    for value in (
        10**15,
        2**53,
        2**53 + 1,
        -(2**63),
        2**63,
        2**64,
        1e300,
        "x" * 10,
        "x" * 100_001,
        [0] * 9,
        None,
    ):
        yield "bounds", _bounded(lambda value=value: check_bounds(value))
    for text in (
        "{",
        "[1, 2]",
        '{"a": 1e999}',
        "NaN",
        "[" * 200,
        '{"a":1,"a":2}',
        "9" * 5000,
        '"\\ud800"',
        "\x00",
        "",
    ):
        yield "json", _bounded(lambda text=text: json_value(text))
    for text in (
        "a = 1",
        "a = ",
        "a = 1\na = 2",
        "[" * 150,
        "a = " + "9" * 5000,
        "a = nan",
        "a = 2026-01-01",
        "é = 1",
    ):
        yield "toml", _bounded(lambda text=text: toml_table(text))


def _bounded(do: Callable[[], Any]) -> Any:
    try:
        return do()
    except OutOfBounds as fault:
        return str(fault)
    except ValueError as fault:
        return type(fault).__name__
