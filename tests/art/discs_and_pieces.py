"""ZONG's discs and its wooden pieces, seen from straight above."""

from functools import cache
from math import cos, pi, sin
from pathlib import Path

import kivy
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.art.masks import SCALE, Mask, line, oval, shape
from tests.art.sheet import Sheet, darker, lighter

BLUE, VIOLET, YELLOW = "3F86D8", "8A5CC8", "F3C233"
PIECES = {
    "red": "D8352B",
    "blue": "2F6FD6",
    "green": "2E9E4B",
    "yellow": "F2C42F",
    "black": "2B3038",
    "white": "F1EFE6",
}


def _disc(sheet: Sheet, x: float, y: float, reach: float, colour: str) -> None:
    """A thick disc: its shadow, its edge, a face with a bright rim."""
    sheet.shade(oval(x, y, reach), 3, reach * 0.05, blur=reach * 0.05, strength=0.5)
    sheet.fill(oval(x, y + reach * 0.055, reach), darker(colour, 0.55), darker(colour, 0.7), towards=(0.3, 1))
    sheet.fill(oval(x, y, reach), lighter(colour, 0.42), darker(colour, 0.25), towards=(0.6, 1))
    sheet.fill(
        oval(x, y, reach * 0.965), lighter(colour, 0.08), darker(colour, 0.14), towards=(0.6, 1), grain=0.04
    )


def thrown(face: str) -> Sheet:
    """A disc that is thrown in ZONG: "blue" and "risk" with a number or plain, "lightning", "spiral"."""
    kind, _dash, number = face.partition("-")
    colour = {"blue": BLUE, "risk": VIOLET}.get(kind, YELLOW)
    sheet = Sheet(160, 160, 90 + len(face))
    _disc(sheet, 80, 77, 72, colour)
    ink = "2A1B3A" if colour == YELLOW else "FFF6DF"
    sheet.fill(oval(80, 77, 63).without(oval(80, 77, 60)), ink, strength=0.75)
    sign = _number(number) if number else _SIGNS[kind]() if kind in _SIGNS else None
    if sign is not None:
        sheet.fill(sign.moved(1.5, 2), darker(colour, 0.65), strength=0.8)
        sheet.fill(sign, ink, darker(ink, 0.08))
    return sheet


def _flash() -> Mask:
    return shape([(94, 22), (48, 86), (76, 86), (62, 132), (112, 66), (84, 66), (106, 22)])


def _spiral() -> Mask:
    turns = [k * pi / 24 for k in range(6, 24 * 5 + 1)]
    return line([(80 + 2.9 * t * cos(t + 0.6), 77 + 2.9 * t * sin(t + 0.6)) for t in turns], 8.5)


_SIGNS = {"lightning": _flash, "spiral": _spiral}


@cache
def _number(text: str) -> Mask:
    """A number in Roboto, in the middle of a disc."""
    file = Path(kivy.__file__).parent / "data" / "fonts" / "Roboto-Bold.ttf"
    fine = SCALE * 2
    font = ImageFont.truetype(str(file), 86 * fine)
    image = Image.new("L", (160 * fine, 160 * fine))
    ImageDraw.Draw(image).text((80 * fine, 77 * fine), text, fill=255, font=font, anchor="mm")
    return Mask(0, 0, np.asarray(image.reduce(2), np.float32) / 255)


def piece(colour: str) -> Sheet:
    """A wooden piece of ZONG from above."""
    paint = PIECES[colour]
    sheet = Sheet(128, 128, 60 + len(colour))
    _disc(sheet, 64, 61, 57, paint)
    sheet.fill(oval(64, 61, 42), darker(paint, 0.35), lighter(paint, 0.25), towards=(0.6, 1))
    sheet.fill(oval(64, 61, 38.5), lighter(paint, 0.06), darker(paint, 0.12), towards=(0.6, 1), grain=0.06)
    for reach in (13, 24, 31):
        turned = oval(64, 61, reach).without(oval(64, 61, reach - 1))
        sheet.fill(turned, darker(paint, 0.5), strength=0.28, grain=0)
    sheet.fill(oval(48, 42, 20, 11, -38).blurred(8), "FFFFFF", strength=0.28, grain=0)
    return sheet
