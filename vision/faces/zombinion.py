"""The card pictures of Zombinion, drawn from the game's facts: `python -m vision.faces.zombinion FACTS FOLDER`.

Rule kept: names, costs and types stand in the game's facts only; here is how they look. The letters are Pillow's own
(Aileron, free of rights), so that no font need be at hand. Half a card must do to know it, for the eye as for people:
each kind has its own two colours, its own pattern behind, and a symbol as large as the card is wide.
"""

import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from vision.faces.pen import Colour, Pen
from vision.faces.zombinion_symbols import SYMBOLS

WIDE_MM, HIGH_MM = 59.0, 91.0
PX_PER_MM = 6
LARGER = 3
"""So many times larger a card is drawn than it is kept."""
SCALE = PX_PER_MM * LARGER
COLOURS_KEPT = 48
RIM_MM, HEAD_MM, FOOT_MM = 2.5, 15.5, 13.0
NAME_MM, LEAST_NAME_MM = 10.0, 4.0
TWO_LINES_MM = 7.4
"""Size of a name (mm) below which it stands in two lines, no larger than this."""
FLOOR = 0.3
"""Part of the panel, at its foot, that is a darker floor: no face looks the same upside down."""

PAPER: Colour = (248, 244, 232)
INK: Colour = (28, 26, 30)
FAMILIES: dict[str, Colour] = {
    "treasure": (196, 146, 24),
    "victory": (52, 110, 52),
    "curse": (98, 44, 128),
    "attack": (164, 30, 34),
    "reaction": (28, 84, 164),
    "action": (66, 68, 76),
}
"""The colour of the head and the foot, by the first of these that a card is."""
TYPES = {
    "treasure": "Mirare",
    "victory": "Vittoria",
    "curse": "Infezione",
    "action": "Azione",
    "attack": "Attacco",
    "reaction": "Reazione",
}

Ground = Callable[[ImageDraw.ImageDraw, float, float, Colour], None]
"""Draws a pattern over a panel of so many px, in one colour."""


@dataclass(frozen=True, slots=True)
class Style:
    """How one kind looks: the hue of its panel (deg), how light the panel is (0..1), and the pattern on it."""

    hue: float
    light: float
    ground: Ground


def draw_face(card: str, name: str, cost: int, types: tuple[str, ...], style: Style) -> Image.Image:
    """One face, LARGER times as large as it is kept. `types`: keys of TYPES."""
    family = FAMILIES[next(one for one in FAMILIES if one in types)]
    picture = Image.new("RGB", (_px(WIDE_MM), _px(HIGH_MM)), family)
    canvas = ImageDraw.Draw(picture)
    top, low = _px(HEAD_MM), _px(HIGH_MM - FOOT_MM)
    left, right = _px(RIM_MM), _px(WIDE_MM - RIM_MM)
    panel = Image.new("RGB", (right - left, low - top), _hsl(style.hue, 0.55, style.light))
    style.ground(
        ImageDraw.Draw(panel),
        float(panel.width),
        float(panel.height),
        _hsl(style.hue, 0.62, style.light - 0.08 if style.light > 0.5 else style.light + 0.08),
    )
    ImageDraw.Draw(panel).rectangle(
        [0, panel.height * (1 - FLOOR), panel.width, panel.height],
        _hsl(style.hue + 25, 0.4, style.light * 0.6),
    )
    picture.paste(panel, (left, top))
    dark = style.light > 0.5
    ink, paper = (INK, PAPER) if dark else (PAPER, INK)
    accent = _hsl(style.hue + 165, 0.7, 0.34 if dark else 0.72)
    middle, reach = _px((HEAD_MM + HIGH_MM - FOOT_MM) / 2), _px(WIDE_MM / 2 - RIM_MM - 2.5)
    SYMBOLS[card](Pen(canvas, _px(WIDE_MM) / 2, middle, reach, ink, paper, accent))
    _name(canvas, name)
    _cost(canvas, cost)
    words = " - ".join(TYPES[one] for one in types)
    font, width = _fitting(canvas, words, _px(5.0), _px(WIDE_MM - 20.0))
    x = _px(17.0) + (_px(WIDE_MM - 20.0) - width) / 2
    canvas.text((x, _px(HIGH_MM - FOOT_MM / 2)), words, PAPER, font, anchor="lm", stroke_width=_px(0.12))
    return picture


def draw_back() -> Image.Image:
    """The back: a moon over roofs, and the letter of the game."""
    night, moon, roofs = (24, 30, 44), (226, 208, 150), (150, 34, 40)
    picture = Image.new("RGB", (_px(WIDE_MM), _px(HIGH_MM)), PAPER)
    canvas = ImageDraw.Draw(picture)
    rim = _px(RIM_MM)
    canvas.rectangle([rim, rim, picture.width - rim, picture.height - rim], fill=night)
    for n in range(26):
        x, y = (n * 61 % 97) / 97 * WIDE_MM, (n * 37 % 89) / 89 * 60
        radius = _px(0.5 + n % 3 * 0.3)
        if RIM_MM + 1 < x < WIDE_MM - RIM_MM - 1 and y > RIM_MM + 1:
            canvas.ellipse([_px(x) - radius, _px(y) - radius, _px(x) + radius, _px(y) + radius], fill=PAPER)
    pen = Pen(canvas, _px(WIDE_MM / 2), _px(38), _px(22), night, PAPER, roofs)
    pen.disc(0, 0, 1.0, moon)
    pen.shape(
        [(-0.55, 0.6), (0.55, 0.6), (0.55, 0.36), (-0.14, -0.36), (0.55, -0.36), (0.55, -0.6), (-0.55, -0.6),
         (-0.55, -0.36), (0.14, 0.36), (-0.55, 0.36)]
    )  # fmt: skip
    for n, high in enumerate((14, 22, 17, 26, 12, 20)):
        left = RIM_MM + n * (WIDE_MM - 2 * RIM_MM) / 6
        right = left + (WIDE_MM - 2 * RIM_MM) / 6
        canvas.rectangle(
            [_px(left), _px(HIGH_MM - RIM_MM - high), _px(right), _px(HIGH_MM) - rim], fill=roofs
        )
        for row in range(int(high // 7)):
            x, y = left + 3 + (n + row) % 2 * 1.5, HIGH_MM - RIM_MM - high + 3 + 6 * row
            canvas.rectangle([_px(x), _px(y), _px(x + 2.2), _px(y + 3)], fill=moon)
    return picture


def _name(canvas: ImageDraw.ImageDraw, name: str) -> None:
    """The name as large as fits the head, in two lines where that makes it larger."""
    room = _px(WIDE_MM - 2 * RIM_MM)
    font, _ = _fitting(canvas, name, _px(NAME_MM), room)
    words = name.split(" ", 1)
    thick = _px(0.16)
    if len(words) == 2 and font.size < _px(TWO_LINES_MM):
        fonts = [_fitting(canvas, word, _px(TWO_LINES_MM), room) for word in words]
        smaller = min((one for one, _ in fonts), key=lambda one: one.size)
        for row, word in enumerate(words):
            y = _px(HEAD_MM * (0.29 if row == 0 else 0.71))
            canvas.text((_px(WIDE_MM / 2), y), word, PAPER, smaller, anchor="mm", stroke_width=thick)
        return
    canvas.text((_px(WIDE_MM / 2), _px(HEAD_MM / 2)), name, PAPER, font, anchor="mm", stroke_width=thick)


def _cost(canvas: ImageDraw.ImageDraw, cost: int) -> None:
    """What the card costs, in a disc in the bottom left corner."""
    x, y, radius = _px(RIM_MM + 6.0), _px(HIGH_MM - RIM_MM - 6.0), _px(6.8)
    canvas.ellipse([x - radius, y - radius, x + radius, y + radius], fill=INK)
    inner = _px(6.0)
    canvas.ellipse([x - inner, y - inner, x + inner, y + inner], fill=PAPER)
    font = ImageFont.load_default(_px(9.0))
    canvas.text((x, y), str(cost), INK, font, anchor="mm", stroke_width=_px(0.3))


def _fitting(
    canvas: ImageDraw.ImageDraw, words: str, size: float, room: float
) -> tuple[ImageFont.FreeTypeFont, float]:
    """The largest font up to a size (px) in which words are no wider than the room, and how wide they are."""
    while True:
        font = ImageFont.load_default(size)
        assert isinstance(font, ImageFont.FreeTypeFont), "expected Pillow with FreeType"
        width = canvas.textlength(words, font)
        if width <= room or size <= _px(LEAST_NAME_MM) / 2:
            return font, width
        size -= _px(0.2)


def _hsl(hue: float, vivid: float, light: float) -> Colour:
    def part(shift: float) -> int:
        k = (shift + hue / 30) % 12
        level = light - vivid * min(light, 1 - light) * max(-1.0, min(k - 3, 9 - k, 1.0))
        return round(255 * min(max(level, 0.0), 1.0))

    return part(0), part(8), part(4)


def _px(mm: float) -> int:
    return round(mm * SCALE)


def _slanting(steps: int, lean: float) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step, shift = (wide + abs(lean) * high) / steps, lean * high
        for n in range(-steps, 2 * steps):
            x = n * step
            canvas.polygon(
                [(x, 0), (x + step / 2, 0), (x + step / 2 + shift, high), (x + shift, high)], colour
            )

    return draw


def _lying(steps: int) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        for n in range(steps):
            canvas.rectangle([0, n * high / steps, wide, (n + 0.5) * high / steps], colour)

    return draw


def _dots(across: int) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step = wide / across
        for row in range(int(high / step) + 2):
            for column in range(across + 1):
                x, y, radius = (column + row % 2 / 2) * step, row * step, step * 0.3
                canvas.ellipse([x - radius, y - radius, x + radius, y + radius], colour)

    return draw


def _squares(across: int) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step = wide / across
        for row in range(int(high / step) + 1):
            for column in range(row % 2, across, 2):
                canvas.rectangle([column * step, row * step, (column + 1) * step, (row + 1) * step], colour)

    return draw


def _rays(count: int, x: float, y: float) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        reach = 2 * max(wide, high)
        for n in range(count):
            ends = [
                (x * wide + reach * cos(turn), y * high + reach * sin(turn))
                for turn in (2 * pi * n / count, 2 * pi * (n + 0.5) / count)
            ]
            canvas.polygon([(x * wide, y * high), *ends], colour)

    return draw


def _rings(step: float, x: float, y: float) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        for n in range(int(2 / step), 0, -1):
            radius = n * step * wide
            box = [x * wide - radius, y * high - radius, x * wide + radius, y * high + radius]
            canvas.ellipse(box, outline=colour, width=round(step * wide / 2))

    return draw


def _zigzag(rows: int, across: int) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        step, deep = wide / across, high / rows
        for row in range(-1, rows + 1):
            points = [(n * step / 2, (row + (n % 2) * 0.7) * deep) for n in range(2 * across + 1)]
            canvas.line(points, colour, round(deep * 0.42), joint="curve")

    return draw


def _bricks(rows: int) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        deep, long, gap = high / rows, wide / 3, wide / 40
        for row in range(rows):
            for n in range(-1, 4):
                x = (n + row % 2 / 2) * long
                canvas.rectangle([x + gap, row * deep + gap, x + long - gap, (row + 1) * deep - gap], colour)

    return draw


def _quarters(turn: bool) -> Ground:
    def draw(canvas: ImageDraw.ImageDraw, wide: float, high: float, colour: Colour) -> None:
        if turn:
            canvas.polygon([(0, 0), (wide, 0), (wide / 2, high / 2)], colour)
            canvas.polygon([(0, high), (wide, high), (wide / 2, high / 2)], colour)
        else:
            canvas.rectangle([0, 0, wide / 2, high / 2], colour)
            canvas.rectangle([wide / 2, high / 2, wide, high], colour)

    return draw


STYLES: dict[str, Style] = {
    "pallottola": Style(28, 0.62, _rays(16, 0.5, 0.5)),
    "proiettili": Style(205, 0.8, _lying(7)),
    "caricatore": Style(48, 0.6, _squares(6)),
    "zombi": Style(96, 0.72, _slanting(5, 0.4)),
    "molti-zombi": Style(140, 0.56, _dots(5)),
    "molti-piu-zombi": Style(80, 0.3, _rings(0.2, 0.5, 0.5)),
    "infezione": Style(285, 0.7, _dots(7)),
    "survivors": Style(170, 0.66, _quarters(True)),
    "tutto-per-tutto": Style(10, 0.3, _rays(12, 0.5, 0.5)),
    "munizioni": Style(60, 0.34, _lying(5)),
    "nascondiglio": Style(215, 0.3, _rays(18, 0.5, 1.0)),
    "barricata": Style(24, 0.74, _bricks(6)),
    "esca": Style(190, 0.62, _zigzag(6, 4)),
    "coraggio": Style(345, 0.82, _slanting(6, 0.0)),
    "furbizia": Style(22, 0.66, _quarters(False)),
    "piano-superiore": Style(250, 0.8, _squares(4)),
    "fuga-rapida": Style(330, 0.55, _lying(10)),
    "maverick": Style(40, 0.8, _rays(10, 0.5, 0.72)),
    "proiettili-esplosivi": Style(0, 0.78, _rings(0.24, 0.0, 0.5)),
    "molotov": Style(265, 0.3, _zigzag(4, 3)),
    "ricarica": Style(125, 0.78, _rings(0.16, 0.5, 0.5)),
    "sacrificio": Style(230, 0.62, _bricks(9)),
    "raggrupparsi": Style(180, 0.3, _squares(5)),
    "ricognizione": Style(54, 0.74, _zigzag(7, 6)),
    "rifornimento": Style(4, 0.6, _slanting(7, -0.5)),
    "ispezione": Style(155, 0.8, _dots(4)),
    "fucile-a-pompa": Style(90, 0.82, _slanting(9, 0.9)),
    "copertura": Style(205, 0.55, _rays(8, 0.5, 0.0)),
    "aiutarsi": Style(195, 0.84, _zigzag(5, 2)),
    "tattica": Style(130, 0.28, _slanting(8, 0.0)),
    "deposito": Style(300, 0.8, _lying(4)),
    "sciame-di-zombi": Style(65, 0.66, _rays(14, 0.5, 1.0)),
    "radio": Style(312, 0.32, _rings(0.14, 0.0, 0.0)),
}


def main(facts: Path, folder: Path) -> None:
    """Draws every face and the back into a folder, with the deck.toml beside them."""
    kinds = tomllib.loads(facts.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    for card, style in STYLES.items():
        kind = kinds[card]
        _keep(
            draw_face(card, kind["name"], kind["cost"], tuple(kind["types"]), style), folder / f"{card}.png"
        )
    _keep(draw_back(), folder / "back.png")
    (folder / "deck.toml").write_text(
        f'name = "zombinion"\nwidth_mm = {WIDE_MM}\nheight_mm = {HIGH_MM}\n', encoding="utf-8"
    )


def _keep(picture: Image.Image, path: Path) -> None:
    """Saves a picture in its own size and few colours."""
    size = (picture.width // LARGER, picture.height // LARGER)
    small = picture.resize(size, Image.Resampling.LANCZOS)
    small.quantize(COLOURS_KEPT, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
