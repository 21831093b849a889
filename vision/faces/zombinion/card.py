"""A card of Zombinion: cost and name at its head, a scene, what it does on a light plate, and its type at the foot."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from vision.faces.colours import mixed
from vision.faces.zombinion.canvas import CREAM, INK, Canvas, held
from vision.faces.zombinion.signs import HIGH, Gift, cost_sign, gift_sign
from vision.printed.letters import fitting, width_mm, wrapped
from vision.printed.marks import Colour, Drawing, Label
from vision.printed.shapes import box
from vision.printed.svg import kept_drawing

WIDE, CARD_HIGH = (59.0, 91.0)
RIM: Final = 2.6
INNER: Final = WIDE - 2 * RIM
HEAD: Final = 13.2
FOOT: Final = 6.6
GAP: Final = 0.7
"""Between the panels of a card, as in a comic."""
TEXT: Final = 2.9
"""Height of a capital of the effect: an x is 2.2 mm high."""
LINE: Final = 4.1
PAD: Final = 1.8
LEAST_GAP: Final = 2.4
LARGER: Final = 1.5
"""So many times larger stands what a card gives that does nothing else."""
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
"""The colour of a card's rim, by the first of these that it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """What stands on a card, in the language in which it is printed.

    `types`: keys of FAMILIES; `type_words`: as they stand at its foot. `gifts`: what it gives, with its figure.
    `lines`: for how many lines of effect there must be room, so that a card looks the same in every language.
    `times`: so many rounds are drawn beside its shots.
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


@cache
def draw_back() -> Drawing:
    """The back of every card: a hand out of a grave of a city, before the moon."""
    kept = kept_drawing(__package__, "back")
    name = Label(WIDE / 2, CARD_HIGH - 9.2, "ZOMBINION", 8.2, CREAM, font="tall", anchor="middle")
    return replace(kept, marks=(*kept.marks, name))


def effect_lines(effect: str) -> tuple[str, ...]:
    """A card's effect as its plate breaks it: never between a figure and what it counts, lines about as long."""
    words = held(effect)
    lines, room = (wrapped(words, "text", TEXT, ROOM), ROOM)
    while len(narrower := wrapped(words, "text", TEXT, room - 1.0)) == len(lines) and room > ROOM * 0.6:
        if max(width_mm(line, "text", TEXT) for line in narrower) > room - 1.0:
            break
        lines, room = (narrower, room - 1.0)
    return lines


def draw_card(card: CardText) -> Drawing:
    """One face, 59 × 91 mm. Raises ValueError where its words do not fit."""
    family = FAMILIES[next(one for one in FAMILIES if one in card.types)]
    plate = mixed(CREAM, family, 0.07 if family == FAMILIES["action"] else 0.14)
    canvas = Canvas(card.id, WIDE, CARD_HIGH)
    canvas.box(0, 0, WIDE, CARD_HIGH, mixed(family, INK, 0.6))
    lines = effect_lines(card.effect)
    if len(lines) > card.lines:
        raise ValueError(f"{card.id}: expected at most {card.lines} lines, found {len(lines)}")
    scale = 1.0 if "action" in card.types else LARGER
    gifts = HIGH * scale + 0.2 if card.gifts else 0.0
    high = 2 * PAD + card.lines * LINE - (LINE - TEXT) + gifts - 0.4
    foot = CARD_HIGH - RIM - FOOT
    top, low = (RIM + HEAD + GAP, foot - GAP - high - GAP)
    # The picture fills the room that the words leave.
    picture = kept_drawing(__package__, card.id)
    larger = max(1.0, (low - top) / picture.height_mm)
    left = (INNER - INNER * larger) / 2 / larger
    room = box(-left, 0, INNER / larger, (low - top) / larger)
    canvas.place(picture, RIM + left * larger, top, scale=larger, within=room)
    canvas.box(RIM, top, INNER, low - top, None, edge=(INK, 0.6))
    # The head.
    canvas.box(RIM, RIM, INNER, HEAD, plate, edge=(INK, 0.5))
    canvas.place(cost_sign(card.cost, 6.0), RIM + 0.1, RIM + 0.6)
    size = fitting(card.name, "tall", 6.0, 3.6, NAME_ROOM)
    same = card.gloss.casefold() == card.name.casefold() or not card.gloss
    y = RIM + HEAD / 2 + size / 2 if same else RIM + 6.9 - (6.0 - size) / 2
    canvas.marks.append(Label(NAME_LEFT, y, card.name, size, INK, font="tall"))
    if not same:
        small = fitting(card.gloss, "text", 2.9, 2.88, NAME_ROOM)
        canvas.marks.append(Label(NAME_LEFT, RIM + HEAD - 1.45, card.gloss, small, mixed(INK, plate, 0.22)))
    # The effect.
    canvas.box(RIM, low + GAP, INNER, high, plate, edge=(INK, 0.5))
    if card.gifts:
        signs = [gift_sign(gift, figure, card.times) for gift, figure in card.gifts]
        gap = LEAST_GAP * scale if len(signs) > 2 else 5.0
        wide = sum(sign.width_mm for sign in signs)
        scale = min(scale, (INNER - 3 - gap * (len(signs) - 1)) / wide)
        x = WIDE / 2 - (wide * scale + gap * (len(signs) - 1)) / 2
        for sign in signs:
            canvas.place(sign, x, low + GAP + PAD - 0.9, scale=scale)
            x += sign.width_mm * scale + gap
    for n, words in enumerate(lines):
        y = low + GAP + PAD + gifts + TEXT + (n + (card.lines - len(lines)) / 2) * LINE
        canvas.marks.append(Label(WIDE / 2, y, words, TEXT, INK, anchor="middle"))
    # The foot.
    canvas.box(RIM, foot, INNER, FOOT, plate, edge=(INK, 0.5))
    canvas.place(cost_sign(card.cost, 3.0), RIM + 0.4, foot + 0.3)
    size = fitting(card.type_words, "bold", 3.2, 2.9, INNER - 18)
    y = foot + FOOT / 2 + size / 2
    canvas.marks.append(Label(WIDE / 2, y, card.type_words, size, INK, font="bold", anchor="middle"))
    return canvas.drawing()
