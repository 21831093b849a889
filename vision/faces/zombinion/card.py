"""A card of Zombinion (cost and name, scene, effect, type), its signs, its back, and the divider of its pile."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from vision.printed.letters import fitting, width_mm, wrapped
from vision.printed.marks import BLACK, WHITE, Colour, Drawing, Fill, Label, Mark, Placed, Shape, mixed
from vision.printed.shapes import box
from vision.printed.svg import kept_drawing

INK: Final[Colour] = (22, 20, 30)
CREAM: Final[Colour] = (250, 243, 224)
WIDE, CARD_HIGH = (59.0, 91.0)
RIM: Final = 2.6
INNER: Final = WIDE - 2 * RIM
HEAD: Final = 13.2
FOOT: Final = 6.6
GAP: Final = 0.7
"""Gap between the panels of a card, as in a comic."""
TEXT: Final = 2.9
"""Height of a capital of the effect; an x is then 2.2 mm high."""
LINE: Final = 4.1
PAD: Final = 1.8
LEAST_GAP: Final = 2.4
LARGER: Final = 1.5
"""Scale of the gifts of a card that does nothing else."""
ROOM: Final = INNER - 2 * PAD
NAME_LEFT: Final = 14.9
NAME_ROOM: Final = WIDE - RIM - 0.7 - NAME_LEFT
FAMILIES: Final[dict[str, Colour]] = {
    "treasure": (184, 128, 20),
    "victory": (48, 104, 58),
    "curse": (98, 44, 128),
    "attack": (164, 30, 34),
    "reaction": (28, 84, 164),
    "action": (58, 62, 74),
}
"""The colour of a card's rim, by the first of these types that it has."""

Gift = Literal["cards", "actions", "targets", "shots", "points"]
FIGURE: Final = 5.4
"""Height of a figure (mm) beside its picture."""
SIGN_HIGH: Final = 8.0

DIVIDER_HIGH: Final = 105.0
"""Height of a divider; its head, 14 mm high, stands out above the cards."""
TAB: Final = 14.0
ROW: Final = 9.0


@cache
def cost_sign(cost: int, radius: float) -> Drawing:
    """A card's cost: a figure in a disc that looks like the bottom of a cartridge."""
    wide, disc = 2 * radius, kept_drawing(__package__, "cost")
    size = radius * (0.92 if cost < 10 else 0.72)
    figure = Label(radius, radius + size / 2, str(cost), size, INK, font="tall", anchor="middle")
    marks = (Placed(disc, 0, 0, scale=wide / disc.width_mm), figure)
    return Drawing(f"cost {cost}", wide, wide, marks, sign=True)


@cache
def gift_sign(gift: Gift, figure: str, times: int = 1) -> Drawing:
    """A card's gift: a figure, and the picture of a card, a lightning, a target, a skull or (`times`) rounds."""
    room, picture = width_mm(figure, "tall", FIGURE) + 0.7, kept_drawing(__package__, f"gift-{gift}")
    words = Label(0, SIGN_HIGH / 2 + FIGURE / 2, figure, FIGURE, INK, font="tall")
    pictures = (Placed(picture, room + picture.width_mm * n, 0) for n in range(times))
    wide = room + picture.width_mm * times
    return Drawing(f"{gift} {figure}", wide, SIGN_HIGH, (words, *pictures), sign=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """The words of a card, in the language in which it is printed.

    `types`: keys of FAMILIES; `type_words`: the same in words, for its foot. `gifts`: each with its figure. `lines`:
    number of lines of effect to leave room for, so that a card looks the same in every language. `times`: number of
    rounds drawn beside its shots.
    """

    id: str
    name: str
    gloss: str
    cost: int
    types: tuple[str, ...]
    type_words: str
    effect: str
    gifts: tuple[tuple[Gift, str], ...]
    lines: int
    times: int = 1

    @property
    def family(self) -> Colour:
        return FAMILIES[next(one for one in FAMILIES if one in self.types)]

    @property
    def is_glossed(self) -> bool:
        """Whether there is a gloss that differs from the name."""
        return self.gloss.casefold() not in ("", self.name.casefold())


@cache
def draw_back() -> Drawing:
    """The back of every card: a hand out of a grave in a city, before the moon."""
    kept = kept_drawing(__package__, "back")
    name = Label(WIDE / 2, CARD_HIGH - 9.2, "ZOMBINION", 8.2, CREAM, font="tall", anchor="middle")
    return replace(kept, marks=(*kept.marks, name))


def held(words: str) -> str:
    """Words with no-break spaces between figures and the words that they count."""
    return re.sub(r"(?<=\d) (?=\w)", "\N{NO-BREAK SPACE}", words)


def effect_lines(effect: str) -> tuple[str, ...]:
    """A card's effect in lines of similar length, never broken between a figure and its word."""
    words = held(effect)
    # Narrow the room as long as the number of lines stays the same: that evens their lengths.
    lines, room = (wrapped(words, "text", TEXT, ROOM), ROOM)
    while len(narrower := wrapped(words, "text", TEXT, room - 1.0)) == len(lines) and room > ROOM * 0.6:
        if max(width_mm(line, "text", TEXT) for line in narrower) > room - 1.0:
            break
        lines, room = (narrower, room - 1.0)
    return lines


def draw_card(card: CardText) -> Drawing:
    """One face, 59 × 91 mm. Raises ValueError if its words do not fit."""
    family = card.family
    plate = mixed(CREAM, family, 0.07 if family == FAMILIES["action"] else 0.14)
    lines = effect_lines(card.effect)
    if len(lines) > card.lines:
        raise ValueError(f"{card.id}: expected at most {card.lines} lines, found {len(lines)}")
    scale = 1.0 if "action" in card.types else LARGER
    gifts = SIGN_HIGH * scale + 0.2 if card.gifts else 0.0
    high = 2 * PAD + card.lines * LINE - (LINE - TEXT) + gifts - 0.4
    foot = CARD_HIGH - RIM - FOOT
    top, low = (RIM + HEAD + GAP, foot - GAP - high - GAP)
    # The picture is enlarged to fill the room that the words leave, and clipped.
    picture = kept_drawing(__package__, card.id)
    larger = max(1.0, (low - top) / picture.height_mm)
    left = (INNER - INNER * larger) / 2 / larger
    room = box(-left, 0, INNER / larger, (low - top) / larger)
    marks: list[Mark] = [
        Shape(box(0, 0, WIDE, CARD_HIGH), fill=mixed(family, INK, 0.6)),
        Placed(picture, RIM + left * larger, top, scale=larger, within=room),
        Shape(box(RIM, top, INNER, low - top), edge=INK, edge_mm=0.6),
    ]
    # The head.
    marks.append(Shape(box(RIM, RIM, INNER, HEAD), fill=plate, edge=INK, edge_mm=0.5))
    marks.append(Placed(cost_sign(card.cost, 6.0), RIM + 0.1, RIM + 0.6))
    size = fitting(card.name, "tall", 6.0, 3.6, NAME_ROOM)
    y = RIM + 6.9 - (6.0 - size) / 2 if card.is_glossed else RIM + HEAD / 2 + size / 2
    marks.append(Label(NAME_LEFT, y, card.name, size, INK, font="tall"))
    if card.is_glossed:
        small = fitting(card.gloss, "text", 2.9, 2.88, NAME_ROOM)
        marks.append(Label(NAME_LEFT, RIM + HEAD - 1.45, card.gloss, small, mixed(INK, plate, 0.22)))
    # The effect.
    marks.append(Shape(box(RIM, low + GAP, INNER, high), fill=plate, edge=INK, edge_mm=0.5))
    if card.gifts:
        signs = [gift_sign(gift, figure, card.times) for gift, figure in card.gifts]
        gap = LEAST_GAP * scale if len(signs) > 2 else 5.0
        wide = sum(sign.width_mm for sign in signs)
        scale = min(scale, (INNER - 3 - gap * (len(signs) - 1)) / wide)
        x = WIDE / 2 - (wide * scale + gap * (len(signs) - 1)) / 2
        for sign in signs:
            marks.append(Placed(sign, x, low + GAP + PAD - 0.9, scale=scale))
            x += sign.width_mm * scale + gap
    for n, words in enumerate(lines):
        y = low + GAP + PAD + gifts + TEXT + (n + (card.lines - len(lines)) / 2) * LINE
        marks.append(Label(WIDE / 2, y, words, TEXT, INK, anchor="middle"))
    # The foot.
    marks.append(Shape(box(RIM, foot, INNER, FOOT), fill=plate, edge=INK, edge_mm=0.5))
    marks.append(Placed(cost_sign(card.cost, 3.0), RIM + 0.4, foot + 0.3))
    size = fitting(card.type_words, "bold", 3.2, 2.9, INNER - 18)
    y = foot + FOOT / 2 + size / 2
    marks.append(Label(WIDE / 2, y, card.type_words, size, INK, font="bold", anchor="middle"))
    return Drawing(card.id, WIDE, CARD_HIGH, tuple(marks))


def draw_divider(card: CardText, heading: tuple[str, str], counts: Sequence[tuple[int, int]]) -> Drawing:
    """A divider with a pile's name and cost, above the cards in the box, and its number of cards.

    `counts`: pairs of players and cards; `heading`: the words over both columns.
    """
    family = card.family
    plate = mixed(CREAM, family, 0.1)
    # Heads and hands along the foot, in tints of the paper; in the picture the far row is black, the near one white.
    inks: dict[Fill | None, Colour] = {BLACK: mixed(plate, family, 0.16), WHITE: mixed(plate, family, 0.34)}
    kept = kept_drawing(__package__, f"horde-{card.id}")
    heads = [mark for mark in kept.marks if isinstance(mark, Shape) and mark.fill in inks]
    horde = replace(kept, marks=tuple(replace(mark, fill=inks[mark.fill]) for mark in heads))
    within = box(0, 0, kept.width_mm, kept.height_mm)
    size = fitting(card.name, "tall", 6.0, 3.6, WIDE - 17.0)
    y = 1.2 + size if card.is_glossed else (TAB + size) / 2
    marks: list[Mark] = [
        Shape(box(0, 0, WIDE, DIVIDER_HIGH), fill=plate, edge=family, edge_mm=0.4),
        Shape(box(0, TAB, WIDE, 1.6), fill=family),
        Placed(horde, 0.3, DIVIDER_HIGH - 24.3, within=within),
        Placed(cost_sign(card.cost, 5.6), RIM, 1.4),
        Label(15.2, y, card.name, size, INK, font="tall"),
        Label(6.0, TAB + 11, heading[0], 3.2, INK),
        Label(WIDE - 6.0, TAB + 11, heading[1], 3.2, INK, anchor="end"),
    ]
    if card.is_glossed:
        marks.append(Label(15.2, TAB - 1.6, card.gloss, 2.9, INK))
    for n, (players, cards) in enumerate(counts):
        y = TAB + 14 + n * ROW
        marks.append(Shape(box(4, y, WIDE - 8, ROW - 1.2, 1.4), fill=CREAM, edge=family, edge_mm=0.4))
        marks.append(Label(8, y + 6.2, str(players), 4.6, INK, font="tall"))
        marks.append(Label(WIDE - 8, y + 6.2, f"× {cards}", 4.6, INK, font="tall", anchor="end"))
    return Drawing(f"divider {card.id}", WIDE, DIVIDER_HIGH, tuple(marks))
