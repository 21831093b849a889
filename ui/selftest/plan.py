"""What the self-test asks to lay: things chosen at random by a seed, spread over the table, hard ones among them.

Rule kept: the same table, decks and seed give the same things; no card is asked for twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from companion.sight import Face, Kind, Region, Table
from ui.words import _
from vision.decks.deck import Deck

Trick = Literal["", "over", "stranger"]
"""`over`: laid over another card so that half of that one shows. `stranger`: a card that is in no deck."""

THINGS = 10
CARDS_SHARE = 0.7
"""So much of what is asked are cards, where the game has cards."""
OVER = 0.47
"""How far a card that lies over another is shifted towards the near side, as a part of its height."""
LEAST_PLACE_MM = 45.0
"""Regions smaller than this are no places to lay a card on; the table is then divided into nine parts."""
ANGLES = (0.0, 0.0, 180.0, 180.0, 90.0, 270.0)
PARTS_DOWN = ("near", "middle", "far")
PARTS_ACROSS = ("left", "middle", "right")
LABELS: dict[Kind, tuple[str, ...]] = {
    "penny": ("heads", "tails"),
    "die": ("1", "2", "3", "4", "5", "6"),
    "pawn": (),
    "disc": (),
}


class PlanFault(Exception):
    """Nothing can be asked for on this table; one line for people."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to lay: its middle (x, y) in table mm, `angle` in deg counter-clockwise, 0 = upright for seat 0.

    `label` None: any will do (a card face down, a stranger, a piece without a name). `on`: the number of the thing
    that it is to lie on or over. `region` is the place's name, `place` the same in words.
    """

    kind: Kind
    label: str | None
    region: str
    place: str
    x: float
    y: float
    angle: float = 0.0
    face: Face | None = None
    deck: str | None = None
    width_mm: float = 60.0
    height_mm: float = 60.0
    trick: Trick = ""
    on: int | None = None


Job = tuple[Kind, Literal["", "over", "stranger", "down"]]
"""What is asked for: a kind of thing, and how it is made harder to read."""


def table_to_lay_on(table: Table) -> Table:
    """The table with regions that a thing can be laid on: its own, or nine parts where it has none of use."""
    fit = [region for region in table.regions if min(region.w, region.h) >= LEAST_PLACE_MM]
    if len(fit) >= 4:
        return replace(table, regions=tuple(fit))
    wide, high = table.width_mm / 3, table.height_mm / 3
    parts = tuple(
        Region(_part_words(column, row), column * wide, row * high, wide, high)
        for row in range(3)
        for column in range(3)
    )
    return replace(table, regions=parts)


def part_of(table: Table, x: float, y: float) -> str:
    """Which of nine parts of the table a point (mm) lies in, in words: `far left`, `middle`."""
    column = min(2, max(0, int(3 * x / table.width_mm)))
    row = min(2, max(0, int(3 * y / table.height_mm)))
    return _part_words(column, row)


def plan(table: Table, decks: Sequence[Deck], seed: int, count: int = THINGS) -> tuple[Asked, ...]:
    """What to lay, in order, on a table as `table_to_lay_on` gives it. Raises PlanFault if there is nothing."""
    chance = Random(seed)
    discs = next((deck for deck in decks if deck.kind == "disc"), None)
    decks = [deck for deck in decks if deck.kind != "disc"]
    jobs = _jobs(table, decks, count, chance)
    # The regions in an order that goes round the nine parts of the table, so that things lie spread out.
    parts: dict[str, list[Region]] = {}
    for region in table.regions:
        parts.setdefault(part_of(table, *region.centre), []).append(region)
    for regions in parts.values():
        chance.shuffle(regions)
    places: list[Region] = []
    while any(parts.values()):
        left = [name for name, regions in parts.items() if regions]
        chance.shuffle(left)
        places += [parts[name].pop() for name in left]
    stock = [(deck, label) for deck in decks for label in deck.labels]
    chance.shuffle(stock)
    asked: list[Asked] = []
    for job in jobs:
        asked.append(_one(job, asked, places, stock, decks, discs, chance))
    return tuple(asked)


def _jobs(table: Table, decks: Sequence[Deck], count: int, chance: Random) -> list[Job]:
    """The kinds and tricks in an order that can be laid: what lies on a card comes after one that can carry it."""
    kinds = list(dict.fromkeys(table.kinds))
    has_cards = "card" in kinds and any(deck.labels for deck in decks)
    others = [kind for kind in kinds if kind != "card"]
    if not has_cards and not others:
        raise PlanFault(_("no deck of cards is known, so there is nothing to ask for: enrol a deck first"))
    cards = 0 if not has_cards else count if not others else max(1, round(CARDS_SHARE * count))
    cards = min(cards, sum(len(deck.labels) for deck in decks) + 2) if has_cards else 0
    tricks: list[Literal["", "over", "stranger", "down"]] = [""] * cards
    for least, name in ((3, "down"), (4, "over"), (5, "stranger")):
        if cards >= least:
            tricks[cards + 2 - least] = name  # type: ignore[call-overload]
    jobs: list[Job] = [("card", trick) for trick in tricks]
    jobs += [(others[n % len(others)], "") for n in range(count - cards)] if others else []
    first = jobs[: min(2, cards)]
    rest = jobs[len(first) :]
    chance.shuffle(rest)
    return [*first, *rest]


def _one(
    job: Job,
    before: Sequence[Asked],
    places: list[Region],
    stock: list[tuple[Deck, str]],
    decks: Sequence[Deck],
    discs: Deck | None,
    chance: Random,
) -> Asked:
    kind, trick = job
    if kind != "card":
        return _piece(kind, before, places, chance, discs if kind == "disc" else None)
    if trick == "stranger" or not stock:
        deck, label = (stock[0][0] if stock else decks[0]), None
        trick = "stranger" if trick != "down" else trick
    else:
        deck, label = stock.pop()
    free = [n for n in carriers(before) if before[n].trick == ""] if trick == "over" else []
    angle = chance.choice(ANGLES)
    if free:
        n = chance.choice(free)
        under = before[n]
        y = under.y - OVER * under.height_mm
        return Asked("card", label, under.region, under.place, under.x, y, under.angle, "up", deck.name,
                     deck.width_mm, deck.height_mm, "over", n)  # fmt: skip
    region = _next(places)
    x, y = region.centre
    down = trick == "down"
    return Asked(
        "card", None if down else label, region.name, place_words(region.name), x, y, angle,
        "down" if down else "up", None if trick == "stranger" else deck.name, deck.width_mm, deck.height_mm,
        "stranger" if trick == "stranger" else "",
    )  # fmt: skip


def _piece(
    kind: Kind, before: Sequence[Asked], places: list[Region], chance: Random, discs: Deck | None
) -> Asked:
    """A penny, die, disc or pawn; a penny, or one of `discs`, on a card that has nothing on it where there is one."""
    known = LABELS.get(kind, ()) if discs is None else discs.labels
    told = [asked.label for asked in before if asked.kind == kind]
    fewest = min((told.count(label) for label in known), default=0)
    label = chance.choice([one for one in known if told.count(one) == fewest]) if known else None
    thing = Asked(kind, label, "", "", 0.0, 0.0)
    if discs is not None:
        wide, high = discs.width_mm, discs.height_mm
        thing = replace(thing, face="up", deck=discs.name, width_mm=wide, height_mm=high)
    free = carriers(before) if kind == "penny" or discs is not None else []
    if free:
        n = chance.choice(free)
        under = before[n]
        return replace(thing, region=under.region, place=under.place, x=under.x, y=under.y, on=n)
    region = _next(places)
    x, y = region.centre
    return replace(thing, region=region.name, place=place_words(region.name), x=x, y=y)


def carriers(before: Sequence[Asked]) -> list[int]:
    """The numbers of the cards that lie face up with nothing on them."""
    taken = {asked.on for asked in before}
    return [
        n
        for n, asked in enumerate(before)
        if asked.kind == "card" and asked.face == "up" and asked.trick != "stranger" and n not in taken
    ]


def _next(places: list[Region]) -> Region:
    """The next free place; once all are taken they come round again."""
    region = places.pop(0)
    places.append(region)
    return region


def place_words(region: str) -> str:
    """A region in words: a part of the table as it is, a square by its name."""
    return region if " " in region or region in ("middle",) else f"square {region}"


def _part_words(column: int, row: int) -> str:
    down, across = PARTS_DOWN[row], PARTS_ACROSS[column]
    return "middle" if down == across == "middle" else f"{down} {across}"
