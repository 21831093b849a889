"""The title picture of Zombinion: a moon that is a target, the dead on a ridge, cards, a revolver's cylinder."""

from math import cos, pi, sin

import numpy as np

from tests.art.beasts import Hand
from tests.art.masks import Mask, box, joined, line, moved, oval, shape, smooth
from tests.art.props import PAPER, card_sheet
from tests.art.sheet import Sheet, darker, lighter, mixed

MOON = (610.0, 190.0, 158.0)


def zombinion() -> Sheet:
    sheet = Sheet(960, 540, 33)
    whole = shape([(0, 0), (960, 0), (960, 540), (0, 540)])
    sheet.fill(whole, "14302E", "0B141A", towards=(-0.3, 1), grain=0.06)
    for x, y, reach, colour in (
        (250, 130, 300, "1E4A42"),
        (820, 300, 300, "2A5A48"),
        (560, 360, 320, "35664A"),
    ):
        sheet.fill(oval(x, y, reach, reach * 0.42, -8).blurred(reach * 0.5), colour, strength=0.6, grain=0.08)
    _moon(sheet)
    _clouds(sheet)
    _ridge(sheet)
    _grave_hand(sheet, 560, 486, 122)
    _hand_of_cards(sheet)
    _cylinder(sheet, 772, 412, 108)
    sheet.lit(560, 250, 760, 480, dark=0.22, warm="E6F2D8")
    return sheet


def _moon(sheet: Sheet) -> None:
    x, y, reach = MOON
    sheet.glow(x, y, 430, 330, "C9E8A8", 0.42)
    disc = oval(x, y, reach)
    sheet.fill(disc, "F4F0CE", "C9D3A0", towards=(0.7, 1), grain=0.06)
    for px, py, size in (
        (-60, -70, 26),
        (48, -96, 15),
        (78, 20, 30),
        (-96, 30, 18),
        (-20, 84, 24),
        (20, -30, 12),
    ):
        sheet.fill(oval(x + px, y + py, size).blurred(2), "AEBB8C", strength=0.5)
    for size in (0.8, 0.52, 0.24):
        loop = oval(x, y, reach * size).without(oval(x, y, reach * size - 7))
        sheet.fill(loop, "B4392B", strength=0.82, grain=0.1)
    for turn in range(0, 360, 90):
        hair = moved(
            [(-2.6, reach * 0.64), (2.6, reach * 0.64), (2.6, reach * 1.1), (-2.6, reach * 1.1)],
            x,
            y,
            turned=turn,
        )
        sheet.fill(shape(hair), "B4392B", strength=0.9)
    sheet.fill(oval(x, y, 9), "B4392B")


def _clouds(sheet: Sheet) -> None:
    for x, y, wide, tone in ((770, 118, 150, "1B3A38"), (468, 92, 120, "1B3A38"), (820, 262, 190, "173230")):
        puffs = [
            oval(x + (n - 2) * wide * 0.36, y - 10 * (n % 2), wide * 0.34, 15 + 5 * (n % 3)) for n in range(5)
        ]
        sheet.fill(joined(*puffs).blurred(5), tone, lighter(tone, 0.14), towards=(0, -1), strength=0.86)


def _ridge(sheet: Sheet) -> None:
    """Two ranges of hills with crosses and a bare tree, and the dead who come over them."""
    far = [
        (-20, 372),
        (120, 340),
        (300, 352),
        (470, 322),
        (640, 336),
        (800, 316),
        (980, 346),
        (980, 560),
        (-20, 560),
    ]
    sheet.fill(shape(smooth(far)), "23493F", "14302C")
    for x, size, leaning in ((500, 0.86, -1), (640, 1.1, 0), (706, 0.94, 1)):
        foot = float(np.interp(x, (300, 470, 640, 800), (354, 326, 340, 320)))
        _walker(sheet, x, foot + 10, 82 * size, "0F2422", leaning)
    near = [
        (-20, 430),
        (110, 398),
        (270, 420),
        (430, 402),
        (600, 424),
        (760, 404),
        (980, 436),
        (980, 560),
        (-20, 560),
    ]
    sheet.fill(shape(smooth(near)), "16302B", "0B1719")
    for x, y, size in ((346, 414, 28), (906, 424, 32), (528, 418, 22)):
        cross = joined(
            shape(moved(box(-0.16, -1.5, 0.32, 1.7), x, y, size=size, turned=(x % 9) - 4)),
            shape(moved(box(-0.5, -1.1, 1.0, 0.3), x, y, size=size, turned=(x % 9) - 4)),
        )
        sheet.fill(cross, "0E1E1E")
    _tree(sheet, 884, 420, -90, 92, 9)


def _tree(sheet: Sheet, x: float, y: float, turn: float, long: float, thick: float) -> None:
    if long < 12:
        return
    end = (x + long * cos(turn * pi / 180), y + long * sin(turn * pi / 180))
    sheet.fill(line([(x, y), end], thick), "0C1A1B", grain=0)
    for lean, part in ((-28, 0.74), (34, 0.66)):
        _tree(sheet, *end, turn + lean + (long % 7) - 3, long * part, thick * 0.62)


def _walker(sheet: Sheet, x: float, y: float, high: float, ink: str, leaning: int) -> None:
    """One of the dead, its arms held out."""
    hand = Hand(x, y, high, mirrored=leaning > 0, turned=leaning * 4)
    body = joined(
        hand.soft(
            (-0.12, -0.84), (0.1, -0.82), (0.16, -0.6), (0.11, -0.4), (0.14, -0.3), (-0.1, -0.3), (-0.1, -0.6)
        ),
        hand.dot(-0.12, -0.96, 0.085, 0.105, -16),
        hand.stroke(0.09, (-0.05, -0.36), (-0.12, -0.18), (-0.07, 0.0), (-0.15, 0.02)),
        hand.stroke(0.09, (0.08, -0.36), (0.2, -0.2), (0.19, 0.0), (0.12, 0.02)),
        hand.stroke(0.06, (-0.06, -0.76), (-0.26, -0.7), (-0.44, -0.8), (-0.5, -0.74)),
        hand.stroke(0.06, (0.0, -0.72), (-0.22, -0.58), (-0.4, -0.6), (-0.46, -0.52)),
        hand.sharp(
            (-0.12, -0.42),
            (0.16, -0.42),
            (0.18, -0.22),
            (0.1, -0.28),
            (0.04, -0.2),
            (-0.04, -0.28),
            (-0.12, -0.22),
        ),
    )
    sheet.fill(body, ink)


def _grave_hand(sheet: Sheet, x: float, y: float, high: float) -> None:
    """A hand that reaches out of the ground."""
    hand = Hand(x, y, high)
    sheet.glow(x, y - high * 0.6, high * 1.5, high * 1.3, "BFE39A", 0.35)
    fingers = (
        ((-0.2, -0.62), (-0.34, -0.86), (-0.3, -1.1), (-0.2, -1.2)),
        ((-0.08, -0.7), (-0.12, -1.04), (-0.04, -1.28), (0.06, -1.36)),
        ((0.06, -0.7), (0.14, -1.02), (0.24, -1.2), (0.36, -1.22)),
        ((0.18, -0.62), (0.34, -0.86), (0.46, -0.96), (0.58, -0.92)),
        ((-0.2, -0.44), (-0.44, -0.5), (-0.54, -0.68), (-0.5, -0.82)),
    )
    arm = hand.soft(
        (-0.17, 0.3),
        (-0.15, -0.1),
        (-0.26, -0.42),
        (-0.24, -0.68),
        (0.0, -0.78),
        (0.22, -0.68),
        (0.24, -0.44),
        (0.14, -0.1),
        (0.2, 0.3),
    )
    sheet.solid(
        joined(arm, *(hand.stroke(0.135, *finger) for finger in fingers)), "7FA35C", rim=2.0, depth=0.45
    )
    for finger in fingers:
        sheet.fill(hand.dot(*finger[-1], 0.05, 0.07), "E9E2B8")
    sleeve = hand.sharp(
        (-0.24, 0.3), (-0.22, -0.02), (-0.1, 0.08), (-0.02, -0.06), (0.06, 0.07), (0.2, -0.04), (0.26, 0.3)
    )
    sheet.fill(sleeve, "5A3340", "2E1C26")
    mound = hand.soft(
        (-0.95, 0.42), (-0.6, 0.16), (-0.3, 0.06), (-0.1, 0.16), (0.14, 0.08), (0.5, 0.14), (0.95, 0.42)
    )
    sheet.fill(mound, "1F3A2E", "0D1A1A")


def zombie_card(seed: int) -> Sheet:
    """A card with the head of a zombie under the moon."""
    sheet = card_sheet(seed)
    sheet.fill(shape(box(2, 2, 236, 332, 20)), PAPER, darker(PAPER, 0.2))
    frame = shape(box(15, 15, 210, 306, 12))
    sheet.fill(frame, "2E5A4A", "12262A", grain=0.07)
    sheet.fill(oval(120, 118, 78).within(frame), "E9EBC0", "B5C48C")
    head(sheet, Hand(120, 172, 92), frame)
    return sheet


def head(sheet: Sheet, hand: Hand, frame: Mask | None = None, skin: str = "86A860") -> None:
    """A zombie's head: stitches, one eye larger than the other, teeth, torn clothes below."""

    def kept(mask: Mask) -> Mask:
        return mask if frame is None else mask.within(frame)

    coat = hand.both((0.0, 0.66), (0.42, 0.72), (1.0, 0.96), (1.22, 1.7), (0.0, 1.7))
    sheet.solid(kept(coat), "5A3340")
    sheet.solid(hand.soft((-0.24, 0.5), (0.24, 0.5), (0.3, 0.92), (-0.3, 0.92)), darker(skin, 0.35))
    ears = hand.dots(0.66, -0.04, 0.15, 0.2)
    sheet.solid(ears, darker(skin, 0.15))
    face = hand.both(
        (0.0, -0.9),
        (0.34, -0.84),
        (0.6, -0.56),
        (0.64, -0.12),
        (0.58, 0.24),
        (0.44, 0.5),
        (0.36, 0.74),
        (0.0, 0.82),
    )
    sheet.solid(face, skin)
    hair = hand.sharp(
        (-0.6, -0.5),
        (-0.54, -0.84),
        (-0.36, -0.82),
        (-0.3, -1.04),
        (-0.1, -0.88),
        (0.06, -1.08),
        (0.18, -0.88),
        (0.4, -1.0),
        (0.42, -0.8),
        (0.6, -0.72),
        (0.6, -0.46),
        (0.42, -0.62),
        (0.3, -0.5),
        (0.12, -0.64),
        (-0.04, -0.52),
        (-0.22, -0.66),
        (-0.4, -0.5),
    )
    sheet.fill(hair, "2A2A22", "3A382A")
    sheet.fill(joined(hand.dot(-0.26, -0.12, 0.25, 0.24), hand.dot(0.28, -0.1, 0.2, 0.2)), darker(skin, 0.45))
    sheet.fill(joined(hand.dot(-0.26, -0.12, 0.18), hand.dot(0.28, -0.1, 0.14)), "F7F0C8")
    sheet.fill(joined(hand.dot(-0.22, -0.09, 0.07), hand.dot(0.29, -0.06, 0.055)), "B4392B")
    sheet.fill(hand.both((0.0, 0.12), (0.07, 0.22), (0.1, 0.3), (0.0, 0.26)), darker(skin, 0.55))
    mouth = hand.soft(
        (-0.4, 0.44), (-0.1, 0.4), (0.24, 0.42), (0.42, 0.36), (0.36, 0.62), (0.0, 0.66), (-0.3, 0.62)
    )
    sheet.fill(mouth, "2A1518")
    teeth = joined(
        *(
            hand.sharp((x, 0.38), (x + 0.13, 0.38), (x + 0.11, low), (x + 0.02, low))
            for x, low in ((-0.34, 0.52), (-0.16, 0.5), (0.08, 0.53), (0.26, 0.5))
        )
    )
    sheet.fill(teeth.within(mouth), "F2E8C4")
    scar = joined(
        hand.stroke(0.035, (0.1, -0.72), (0.26, -0.5), (0.32, -0.34)),
        *(
            hand.stroke(0.03, (x - 0.09, y + 0.04), (x + 0.09, y - 0.04))
            for x, y in ((0.15, -0.66), (0.23, -0.55), (0.29, -0.43))
        ),
    )
    sheet.fill(scar, darker(skin, 0.65))


def _hand_of_cards(sheet: Sheet) -> None:
    """Three cards in a fan, their lower ends below the picture."""
    plain = []
    for n, (ground, sign) in enumerate((("7A3A2E", "bullet"), ("3A4A6A", "target"))):
        card = card_sheet(60 + n)
        card.fill(shape(box(2, 2, 236, 332, 20)), PAPER, darker(PAPER, 0.2))
        card.fill(shape(box(15, 15, 210, 306, 12)), lighter(ground, 0.1), darker(ground, 0.4), grain=0.07)
        (_bullet if sign == "bullet" else _target)(card)
        plain.append(card)
    for card, turned, x, y in (
        (plain[0], -24, 128, 338),
        (plain[1], -5, 222, 304),
        (zombie_card(63), 14, 334, 318),
    ):
        w, h = 108.0, 151.0
        corners = moved([(-w, -h), (w, -h), (w, h), (-w, h)], x, y, turned=turned)
        sheet.shade(shape(corners), 16, 14, blur=10, strength=0.7)
        sheet.add(card, corners)


def _bullet(card: Sheet) -> None:
    for x in (82, 158):
        case = shape([*box(x - 24, 150, 48, 96, 4)])
        tip = shape(
            smooth(
                [
                    (x - 22, 150),
                    (x - 22, 150),
                    (x - 20, 118),
                    (x, 84),
                    (x + 20, 118),
                    (x + 22, 150),
                    (x + 22, 150),
                ]
            )
        )
        card.solid(tip, "C4794A")
        card.solid(case, "E0B455")
        card.fill(shape(box(x - 27, 238, 54, 13, 3)), "A87C30")


def _target(card: Sheet) -> None:
    for reach, ink in ((84, "F0E2BE"), (64, "B4392B"), (44, "F0E2BE"), (24, "B4392B")):
        card.fill(oval(120, 168, reach), ink, darker(ink, 0.15))
    for x, y in ((142, 140), (98, 196)):
        card.fill(oval(x, y, 9), "141418")


def _cylinder(sheet: Sheet, x: float, y: float, reach: float) -> None:
    """A revolver's cylinder seen from behind: five cartridges of brass and one chamber empty."""
    flutes = [
        oval(x + 1.08 * reach * cos(t), y + 1.08 * reach * sin(t), reach * 0.2)
        for t in [pi / 6 + k * pi / 3 for k in range(6)]
    ]
    body = oval(x, y, reach).without(joined(*flutes))
    for step in range(14, 0, -1):
        sheet.fill(body.moved(step * 1.7, step * 1.3), mixed("20272C", "39434A", step / 14), grain=0)
    sheet.shade(body.moved(24, 18), 40, 26, blur=12, strength=0.5)
    for step in range(14, 0, -1):
        sheet.fill(body.moved(step * 1.7, step * 1.3), mixed("444F57", "1C2226", step / 14), grain=0.02)
    sheet.solid(body, "7C8A92", rim=2.4, depth=0.5)
    sheet.fill(oval(x, y, reach * 0.9).without(oval(x, y, reach * 0.87)), "4C575E", strength=0.8)
    for k in range(6):
        cx, cy = x + reach * 0.58 * cos(k * pi / 3), y + reach * 0.58 * sin(k * pi / 3)
        sheet.fill(oval(cx, cy, reach * 0.225), "2A3136")
        if k == 5:
            sheet.fill(oval(cx, cy, reach * 0.2), "0A0D0F", "1E2528", towards=(1, 1))
            continue
        sheet.solid(oval(cx, cy, reach * 0.2), "D9A445", rim=1.6, depth=0.5)
        sheet.fill(oval(cx, cy, reach * 0.145).without(oval(cx, cy, reach * 0.125)), "8A6224")
        sheet.fill(oval(cx, cy, reach * 0.075), "A9783A", "E8C26C", towards=(1, 1))
    sheet.solid(oval(x, y, reach * 0.17), "59656C", rim=1.6, depth=0.5)
    sheet.fill(oval(x, y, reach * 0.06), "14191C")
