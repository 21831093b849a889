"""`companion tribes`: tribes that owners build, checked against the limits of construction."""

from collections import Counter
from pathlib import Path
from typing import Any

import typer
from msgspec.structs import asdict

from companion.games.zoon.family.deck import Army, Facts
from companion.games.zoon.family.grids import moves_of
from companion.games.zoon.family.tribes import Mend, Mending, limits, more_than_printed, totals
from ui.cli import pages
from ui.cli.common import answer, table_of
from ui.owned import tribes as owners
from ui.owned.tribe_words import format_words, limit_words, mend_words, sentence, totals_words
from ui.places import cards_folder, tribes_folder
from ui.records.beginning import one_of
from ui.words import several


def tribes(context: typer.Context) -> None:
    """Opens the pages on which tribes are built, for somebody at the terminal."""
    if context.invoked_subcommand is not None:
        return
    if not pages.person_is_there():
        context.fail("Missing command.")
    from ui.pages.tribe_page import TribePages

    pages.walk(TribePages())


def check(file: Path, *, json: bool = False) -> None:
    """Checks a tribe: exit code 0, or 1 with every broken limit and what would mend it."""
    have = owners.owned()
    known, unread = have.facts, next(iter(have.faults.values()), None)
    try:
        army = owners.army_file(file, known)
    except owners.OwnersFault as fault:
        raise fault if unread is None else owners.OwnersFault(f"{fault}; besides, {unread}") from None
    mending, sums, broken = Mending(army, known), totals(army, known), limits(army, known)
    every, listed = mending.all() if broken else None, []
    lines = [f"{army.name or file.stem} ({format_words(army.format)}): {totals_words(sums)}"]
    for limit in broken:
        words, mends = limit_words(limit, sums, known), [_mend(mend, known) for mend in mending.of(limit)]
        told = {"ledger": limit.ledger, "excess": limit.excess, "words": words, "mends": mends}
        listed.append(asdict(limit) | told)
        said = sentence(" or ".join(mend["words"] for mend in mends)) if mends else ""
        lines.append(f"- {words} ({limit.ledger}). {said}".rstrip())
    whole = None if every is None else _mend(every, known)
    if len(broken) > 1 and whole:
        lines.append(f"Everything fits: {whole['words']}.")
    notes = [
        f"{needed} of {known.name(card)} ({card}) are needed, a tribe as sold holds {held}"
        for card, (needed, held) in more_than_printed(army, known).items()
    ]
    found = {"file": str(file), "name": army.name, "format": army.format, "fits": not broken}
    found |= {"totals": asdict(sums) | {"spent": sums.spent}, "limits": listed, "mend": whole, "notes": notes}
    answer(found, *lines, *(f"Note: {note}" for note in notes), json=json, no=broken)


def _mend(mend: Mend, known: Facts) -> dict[str, Any]:
    return asdict(mend) | {"words": mend_words(mend, known)}


def cards(file: Path, *, json: bool = False) -> None:
    """Checks a sheet of cards of one's own: what it holds, or exit code 2 with the line of the first fault."""
    sheet = owners.sheet_file(file)
    zoons = {name: list(species.cards) for name, species in sheet.zoons.items()}
    faces = sum(map(len, zoons.values()))
    words = (
        f"{file.stem}: tribes {', '.join(sheet.tribes) or 'none'};"
        f" {several('{n} Zoon', '{n} Zoons', len(zoons))} with {several('{n} face', '{n} faces', faces)},"
        f" {several('{n} trump', '{n} trumps', len(sheet.trumps))}"
    )
    found = {"file": str(file), "tribes": list(sheet.tribes), "zoons": zoons, "trumps": list(sheet.trumps)}
    answer(found, words, json=json)


def correct(fact: str | None = None, value: str | None = None, *, json: bool = False) -> None:
    """Corrects a number that differs from the printed card, takes a correction back, or lists all of them."""
    if fact is not None:
        owners.keep_corrections(owners.corrected(owners.owned(), fact, value))
    corrections = owners.corrections_of(owners.owned())
    rows = [{"fact": name, "value": value} for name, value in corrections]
    answer(dict(corrections), table_of(("fact", "value"), rows), json=json)


def list_tribes(*, json: bool = False) -> None:
    """Lists the tribes as they are sold and those that were built; exit code 1 if a file cannot be read."""
    have = owners.owned()
    known = have.facts
    rows: list[dict[str, Any]] = []
    sold = {name: _as_sold(name, known) for name in known.tribes}
    for kind, armies in (("sold", sold), ("built", have.armies)):
        for id, army in armies.items():
            sums = totals(army, known)
            name = army.name or known.tribes.get(id, id)
            row = {"id": id, "name": name, "kind": kind, "format": army.format, "zoons": sums.zoons}
            row |= {"points": sums.points, "force": sums.spent, "stars": sums.stars}
            rows.append(row | {"fits": not limits(army, known)})
    heads = ("id", "name", "kind", "format", "zoons", "points", "force", "stars", "fits")
    where = f"Built tribes are kept in {tribes_folder()}, added cards in {cards_folder()}."
    wrong = [f"wrong: {fault}" for fault in have.faults.values()]
    found = {"tribes": rows, "wrong": list(have.faults.values())}
    answer(found, table_of(heads, rows), where, *wrong, json=json, no=wrong)


def _as_sold(name: str, known: Facts) -> Army:
    return Army(known.own_twelve(name), known.own_trumps(name), known.tribes[name], "tribal")


def show(name: str, *, json: bool = False) -> None:
    """Shows a tribe card by card."""
    have = owners.owned()
    known = have.facts
    for file, fault in have.faults.items():
        if file.stem == name:
            raise owners.OwnersFault(fault)
    one_of("NAME", (*known.tribes, *have.armies), name)
    army = have.armies.get(name) or _as_sold(name, known)
    zoons = []
    for id, count in Counter(army.zoons).items():
        zoon = known.zoons[id]
        corners = [getattr(zoon.corners, corner) for corner in ("tl", "tr", "br", "bl")]
        row = {"count": count, "card": id, "name": zoon.printed, "tribe": zoon.tribe, "type": zoon.type}
        row |= {"value": zoon.value, "corners": corners, "moves": moves_of(zoon.strides)}
        zoons.append(row | {"star": zoon.star, "confirmed": zoon.confirmed})
    told = ("name", "tribe", "kind", "force", "uses", "does")
    trumps = [
        {"count": count, "trump": card} | {field: getattr(known.trumps[card], field) for field in told}
        for card, count in Counter(army.trumps).items()
    ]
    tables = (table_of(tuple(rows[0]), rows) for rows in (zoons, trumps) if rows)
    found = {"id": name, "name": army.name, "format": army.format, "zoons": zoons, "trumps": trumps}
    answer(found, f"{army.name or name}: {totals_words(totals(army, known))}", *tables, json=json)
