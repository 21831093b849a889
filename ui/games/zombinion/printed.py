"""Zombinion's prints for a set-up, in the spoken language: cards, back, dividers, mats, reference."""

from collections import Counter
from functools import lru_cache, partial
from typing import Any, Literal, get_args

from companion.game import Game, Setup
from companion.games.zombinion.cards import BASICS, PALLOTTOLA, ZOMBI, Card, cards, combat, effect
from companion.games.zombinion.state import HAND, OWN_PALLOTTOLA, OWN_ZOMBI, agreed, with_piles
from companion.games.zombinion.table import ACROSS_MM, COLUMNS, LONG_MM, ROWS, TRASH, strip, table
from companion.games.zombinion.view import TYPES
from companion.language import speak, spoken
from companion.sight import place_of
from ui.faces.face import CardToPrint, PrintedPart
from ui.games.sheets import part_in, word_in
from ui.languages import OWN_NAMES, language
from ui.words import _, word_tables
from vision.faces.zombinion.card import CardText, Gift, draw_back, draw_card, draw_divider, effect_lines
from vision.faces.zombinion.mats import MatPlace, draw_mat_part
from vision.faces.zombinion.reference import draw_signs, draw_turn
from vision.printed.drawing import draw_mat
from vision.printed.marks import Block, Drawing, Mark, Placed

SEATS = (2, 3, 4)


def faces(setup: Setup) -> dict[str, Drawing]:
    """Every card's face, all 33 kinds by label. Raises SetupFault, ValueError for names that do not fit."""
    return {card.id: draw_card(_text(card)) for card in cards(setup.facts).values()}


def large_card(setup: Setup, label: str) -> Drawing | None:
    """One card's face, or the back, in the spoken language; the kept one is the mean of all. Raises SetupFault."""
    if label == "back":
        return draw_back()
    card = cards(setup.facts).get(label)
    return None if card is None else draw_card(_text(card))


def copies(setup: Setup, *, every: bool = False) -> dict[str, int]:
    """Number of cards needed by label, first decks included: of the chosen kinds, or of all 33. Raises SetupFault."""
    known = cards(setup.facts)
    given = with_piles(setup, (*BASICS, *combat(known))) if every else agreed(setup)
    found = Counter(dict(zip(given.piles, given.full, strict=True)))
    found.update({PALLOTTOLA: OWN_PALLOTTOLA * given.seats, ZOMBI: OWN_ZOMBI * given.seats})
    return dict(found)


def dividers(setup: Setup) -> dict[str, Drawing]:
    counts = {seats: copies(Setup(seats, facts=setup.facts), every=True) for seats in SEATS}
    return {
        card.id: draw_divider(
            _text(card), (_("Players"), _("Cards")), [(seats, counts[seats][card.id]) for seats in SEATS]
        )
        for card in cards(setup.facts).values()
    }


def _text(card: Card) -> CardText:
    sign = "" if card.is_treasure else "+"
    kinds: tuple[Gift, ...] = ("cards", "actions", "targets", "shots")
    found = [(kind, f"{sign}{getattr(card, kind)}") for kind in kinds if getattr(card, kind)]
    if card.points:
        points = str(card.points).replace("-", "−")
        found.append(("points", f"{points}/{card.per}" if card.per else points))
    return CardText(
        id=card.id,
        name=card.name,
        gloss=_(card.gloss),
        cost=card.cost,
        types=card.types,
        type_words=" – ".join(TYPES[one] for one in card.types),
        effect=effect(card),
        gifts=tuple(found),
        lines=_most_lines(card),
        times=card.shots if card.is_treasure else 1,
    )


@lru_cache(maxsize=256)
def _most_lines(card: Card) -> int:
    """The lines of its effect in the longest language, so that its scene has the same height in every one."""
    before, most = spoken(), 0
    try:
        for code in OWN_NAMES:
            speak(language(code))
            most = max(most, len(effect_lines(effect(card))))
    finally:
        speak(before)
    return most


# The mats, placed as the referee's table has its regions, and the reference card.

TURNS = {"near": 0.0, "left": 90.0, "far": 180.0, "right": 270.0}
"""Rotation of a seat's mat on the table, clockwise from seat 0 (deg)."""


def supply_mat(setup: Setup) -> Drawing:
    """The piles of the supply and the Cestino as seat 0 sees them. Raises SetupFault."""
    on, known = table(setup), cards(setup.facts)
    wide, high = COLUMNS * ACROSS_MM, ROWS * LONG_MM
    left = (on.width_mm - wide) / 2
    places = []
    for region in on.regions:
        x, y, card = region.x - left, LONG_MM + high - region.y - region.h, known.get(region.name)
        if card is not None:
            gloss = "" if (gloss := _(card.gloss)).casefold() == card.name.casefold() else gloss
            place = MatPlace(
                kind="supply", x=x, y=y, w=region.w, h=region.h, name=card.name, words=gloss, cost=card.cost
            )
            places.append(place)
        elif region.name == TRASH:
            words = _("out of the game")
            place = MatPlace(kind="trash", x=x, y=y, w=region.w, h=region.h, name="Cestino", words=words)
            places.append(place)
    return draw_mat_part("supply", wide, high, places)


def player_mats(setup: Setup) -> tuple[Drawing, ...]:
    """The mat of each seat as it sees it: deck, discard pile, and room to play with the phases."""
    kinds: dict[str, tuple[Literal["deck", "discard", "play"], str]] = {
        "deck": ("deck", _("Deck")), "discard": ("discard", _("Discard pile")), "play": ("play", _("In play")),
    }  # fmt: skip
    mats = []
    for seat in range(setup.seats):
        lies, places = strip(seat, setup.seats), []
        for region in table(setup).regions:
            place = place_of(region.name)
            if place.seat != seat:
                continue
            across = lies.side in ("near", "far")
            first, long = (region.x - lies.x, region.w) if across else (region.y, region.h)
            # The far and left seats see the table's edges from the end.
            x = first if lies.side in ("near", "right") else lies.length - first - long
            kind, name = kinds[place.kind]
            places.append(MatPlace(kind=kind, x=x, y=0, w=long, h=LONG_MM, name=name))
        mats.append(draw_mat_part(f"player {seat + 1}", lies.length, LONG_MM, places, _phases()))
    return tuple(mats)


def table_mat(setup: Setup) -> Drawing:
    """The whole table in one piece: the mats of supply and players in place, and the tags. Raises SetupFault."""
    on = table(setup)
    plain = draw_mat(on)
    edge = (plain.width_mm - on.width_mm) / 2
    supply = supply_mat(setup)
    marks: list[Mark] = [
        Placed(
            supply,
            edge + (on.width_mm - supply.width_mm) / 2,
            edge + on.height_mm - LONG_MM - supply.height_mm,
        )
    ]
    for seat, mat in enumerate(player_mats(setup)):
        lies = strip(seat, setup.seats)
        upright = lies.side in ("near", "far")
        wide, high = (mat.width_mm, mat.height_mm) if upright else (mat.height_mm, mat.width_mm)
        middle_x, middle_y = edge + lies.x + wide / 2, edge + on.height_mm - lies.y - high / 2
        x, y = middle_x - mat.width_mm / 2, middle_y - mat.height_mm / 2
        marks.append(Placed(mat, x, y, turn=TURNS[lies.side]))
    tags = [mark for mark in plain.marks if isinstance(mark, Block)]
    return Drawing("mat", plain.width_mm, plain.height_mm, (*marks, *tags))


def _phases() -> tuple[tuple[str, str], ...]:
    phases = word_tables("ui.games.zombinion")["phases"]
    return tuple((phase, _(words).format(n=HAND)) for phase, words in phases.items())


def reference() -> tuple[Drawing, Drawing]:
    """Both sides of the reference card: the order of a turn; the signs, and how the game ends."""
    begin = _("{shots} Pallottola and {zombi} Zombi, shuffled; draw {n}.")
    begun = begin.format(shots=OWN_PALLOTTOLA, zombi=OWN_ZOMBI, n=HAND)
    trash = ("Cestino", _("Trashed cards go here, out of the game."))
    gifts: tuple[Gift, ...] = get_args(Gift)
    signs = [
        (gift, "1" if gift == "points" else "+1", word_in("ui.games.zombinion", "signs", gift))
        for gift in gifts
    ]
    parts = (
        (_("Gain"), _("Take from the supply, without shots.")),
        (_("The end"), _("After the turn in which Molti + Zombi or three piles are empty. Most points win.")),
    )
    return draw_turn(_("Your turn"), ((_("At the start"), begun), *_phases(), trash)), draw_signs(
        _("Signs"), signs, parts
    )


def _cards(setup: Setup) -> list[CardToPrint]:
    behind, counts = draw_back(), copies(setup, every=True)
    return [CardToPrint(label, face, behind, counts[label]) for label, face in faces(setup).items()]


def parts(_game: Game[Any]) -> tuple[PrintedPart, ...]:
    part = partial(part_in, "ui.games.zombinion")
    return (
        part("cards", _cards, decks=("zombinion",)),
        part(
            "dividers",
            lambda setup: [CardToPrint(label, divider) for label, divider in dividers(setup).items()],
        ),
        part("short", lambda setup: [CardToPrint("short", *reference(), setup.seats)]),
        part("mat", draw=lambda setup, _room: [table_mat(setup)]),
    )
