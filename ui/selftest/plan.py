"""What the self-test asks to lay, and in which words: chosen by a seed, spread over the table, hard things among it.

Rule kept: the same table, decks and seed give the same things; no card is asked for twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Literal

from companion.sight import Face, Kind, Region, Table
from ui.present.names import card_name, label_words, thing_words
from ui.words import _, marked
from vision.decks.deck import Deck

Trick = Literal["", "over", "stranger"]
"""`over`: laid over another card so that half of that one shows. `stranger`: a card that is in no deck."""
Job = Literal["", "over", "stranger", "down"]
"""How a card is made harder to read: a Trick, or lying face down."""

THINGS = 10
CARDS_SHARE = 0.7
"""The share of cards among what is asked, where the game has cards."""
OVER = 0.47
"""How far a card that lies over another is shifted towards the near side, as a part of its height."""
LEAST_PLACE_MM = 45.0
"""Regions smaller than this are no places to lay a card on; the table is then divided into nine parts."""
ANGLES = (0.0, 0.0, 180.0, 180.0, 90.0, 270.0)
PARTS = (
    (marked("near left"), marked("near middle"), marked("near right")),
    (marked("middle left"), marked("middle"), marked("middle right")),
    (marked("far left"), marked("far middle"), marked("far right")),
)
"""The nine parts of a table, row by row."""
TURNED = {
    0.0: marked("upright for you"),
    90.0: marked("its top to the left"),
    180.0: marked("upside down"),
    270.0: marked("its top to the right"),
}
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


def table_to_lay_on(table: Table) -> Table:
    """The table with regions that a thing can be laid on: its own, or nine parts where it has none of use."""
    fit = [region for region in table.regions if min(region.w, region.h) >= LEAST_PLACE_MM]
    if len(fit) >= 4:
        return replace(table, regions=tuple(fit))
    wide, high = table.width_mm / 3, table.height_mm / 3
    parts = tuple(
        Region(PARTS[row][column], column * wide, row * high, wide, high)
        for row in range(3)
        for column in range(3)
    )
    return replace(table, regions=parts)


def part_of(table: Table, x: float, y: float) -> str:
    """Which of nine parts of the table a point (mm) lies in, in words: `far left`, `middle`."""
    column = min(2, max(0, int(3 * x / table.width_mm)))
    row = min(2, max(0, int(3 * y / table.height_mm)))
    return PARTS[row][column]


def plan(table: Table, decks: Sequence[Deck], seed: int, count: int = THINGS) -> tuple[Asked, ...]:
    """What to lay, in order, on a table as `table_to_lay_on` gives it. Raises PlanFault if there is nothing."""
    chance = Random(seed)
    discs = next((deck for deck in decks if deck.kind == "disc"), None)
    decks = [deck for deck in decks if deck.kind != "disc"]
    jobs = _jobs(table, decks, count, chance)
    places, stock = _places(table, chance), [(deck, label) for deck in decks for label in deck.labels]
    chance.shuffle(stock)
    asked: list[Asked] = []
    for kind, trick in jobs:
        free = carriers(asked)
        if kind == "card":
            thing = _card(trick, stock, decks, chance)
            free = [n for n in free if thing.trick == "over" and asked[n].trick == ""]
        else:
            known = discs if kind == "disc" else None
            thing = _piece(kind, asked, chance, known)
            free = free if kind == "penny" or known is not None else []
        if free:
            n = chance.choice(free)
            under = asked[n]
            region, x, y = under.region, under.x, under.y
            if kind == "card":
                y, thing = y - OVER * under.height_mm, replace(thing, angle=under.angle)
            thing = replace(thing, on=n)
        else:
            place = next(places)
            region, (x, y) = place.name, place.centre
            thing = replace(thing, trick="" if thing.trick == "over" else thing.trick)
        asked.append(replace(thing, region=region, place=place_words(region), x=x, y=y))
    return tuple(asked)


def _places(table: Table, chance: Random) -> Iterator[Region]:
    """The regions over and over, in an order that goes round the nine parts of the table: things lie spread out."""
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
    return cycle(places)


def _jobs(table: Table, decks: Sequence[Deck], count: int, chance: Random) -> list[tuple[Kind, Job]]:
    """The kinds and tricks in an order that can be laid: what lies on a card comes after one that can carry it."""
    kinds = list(dict.fromkeys(table.kinds))
    has_cards = "card" in kinds and any(deck.labels for deck in decks)
    others = [kind for kind in kinds if kind != "card"]
    if not has_cards and not others:
        raise PlanFault(_("no deck of cards is known, so there is nothing to ask for: enrol a deck first"))
    cards = count if has_cards else 0
    if has_cards and others:
        cards = max(1, round(CARDS_SHARE * count))
    cards = min(cards, sum(len(deck.labels) for deck in decks) + 2)
    jobs: list[tuple[Kind, Job]] = [("card", "")] * cards
    hard: tuple[tuple[int, Job], ...] = ((3, "down"), (4, "over"), (5, "stranger"))
    for least, trick in hard:
        if cards >= least:
            jobs[cards + 2 - least] = ("card", trick)
    jobs += [(others[n % len(others)], "") for n in range(count - cards)] if others else []
    first, rest = jobs[: min(2, cards)], jobs[min(2, cards) :]
    chance.shuffle(rest)
    return [*first, *rest]


def _card(trick: Job, stock: list[tuple[Deck, str]], decks: Sequence[Deck], chance: Random) -> Asked:
    """A card that has no place yet."""
    label: str | None = None
    if trick == "stranger" or not stock:
        deck = stock[0][0] if stock else decks[0]
        trick = trick if trick == "down" else "stranger"
    else:
        deck, label = stock.pop()
    size, angle = (deck.width_mm, deck.height_mm), chance.choice(ANGLES)
    if trick == "down":
        return Asked("card", None, "", "", 0, 0, angle, "down", deck.name, *size)
    name = None if trick == "stranger" else deck.name
    return Asked("card", label, "", "", 0, 0, angle, "up", name, *size, trick)


def _piece(kind: Kind, before: Sequence[Asked], chance: Random, discs: Deck | None) -> Asked:
    """A penny, die, disc or pawn that has no place yet: one of `discs`, where there are any."""
    known = LABELS.get(kind, ()) if discs is None else discs.labels
    told = [asked.label for asked in before if asked.kind == kind]
    fewest = min((told.count(label) for label in known), default=0)
    label = chance.choice([one for one in known if told.count(one) == fewest]) if known else None
    if discs is None:
        return Asked(kind, label, "", "", 0.0, 0.0)
    size = discs.width_mm, discs.height_mm
    return Asked(kind, label, "", "", 0.0, 0.0, 0.0, "up", discs.name, *size)


def carriers(before: Sequence[Asked]) -> list[int]:
    """The numbers of the cards that lie face up with nothing on them."""
    taken = {asked.on for asked in before}
    return [
        n
        for n, asked in enumerate(before)
        if asked.kind == "card" and asked.face == "up" and asked.trick != "stranger" and n not in taken
    ]


def place_words(region: str) -> str:
    """A region in words: a part of the table as it is, a square by its name."""
    return region if is_part(region) else f"square {region}"


def is_part(place: str) -> bool:
    return any(place in row for row in PARTS)


def part_words(place: str) -> str:
    """A part of the table, or a square, within a sentence."""
    return _(place) if is_part(place) else _("square {name}").format(name=place.removeprefix("square "))


def what_words(asked: Asked) -> str:
    """The thing itself: `Fox, face up`, `a penny on heads`, `a card of no deck`."""
    if asked.trick == "stranger":
        return _("a card that is in none of the decks")
    if asked.kind == "card" and asked.face == "down":
        return _("any card of {deck}, face down").format(deck=label_words(asked.deck or ""))
    if asked.kind == "card" and asked.label is not None and asked.deck:
        return _("{card} of {deck}").format(card=card_name(asked.label), deck=label_words(asked.deck))
    if asked.kind in ("disc", "pawn") and asked.label is None:
        return _("any disc") if asked.kind == "disc" else _("any pawn")
    return thing_words(asked.kind, asked.label, asked.face, card_name)


def place_words_of(asked: Asked) -> str:
    words = _("on {place}") if asked.place.startswith("square ") else _("on the table, {place}")
    if asked.trick == "over":
        words = _("over the near half of the card on {place}, so that half of that card still shows")
    elif asked.on is not None:
        words = _("on the card on {place}")
    return words.format(place=part_words(asked.place))


def request_words(asked: Asked) -> str:
    what, where = what_words(asked), place_words_of(asked)
    if asked.kind == "card" and asked.face == "up" and asked.trick == "":
        turned = _(TURNED[asked.angle])
        return _("Lay {what} {where}, {turned}.").format(what=what, where=where, turned=turned)
    return _("Lay {what} {where}.").format(what=what, where=where)
