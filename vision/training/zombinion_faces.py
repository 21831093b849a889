"""The card pictures of Zombinion, drawn from its facts: `python -m vision.training.zombinion_faces FACTS FOLDER`.

Rule kept: names, costs and types stand in the game's facts only; here is how they look. The letters are Pillow's own
(Aileron, free of rights), so that no font need be at hand. Half a card must do to know it, for the eye as for people:
each kind has its own two colours, its own pattern behind, and a symbol as large as the card is wide.
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from vision.faces.kept import fitting, keep, px
from vision.faces.square_pen import Colour
from vision.training.grounds import (
    Ground,
    bricks,
    dots,
    lying,
    quarters,
    rays,
    rings,
    slanting,
    squares,
    zigzag,
)
from vision.training.pen import Pen
from vision.training.zombinion_symbols import SYMBOLS

WIDE_MM, HIGH_MM = 59.0, 91.0
RIM_MM, HEAD_MM, FOOT_MM = 2.5, 15.5, 13.0
NAME_MM = 10.0
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


@dataclass(frozen=True, slots=True)
class Style:
    """How one kind looks: the hue of its panel (deg), how light the panel is (0..1), and the pattern on it."""

    hue: float
    light: float
    ground: Ground


def draw_face(card: str, name: str, cost: int, types: tuple[str, ...], style: Style) -> Image.Image:
    """One face, larger than it is kept. `types`: keys of TYPES."""
    family = FAMILIES[next(one for one in FAMILIES if one in types)]
    picture = Image.new("RGB", (px(WIDE_MM), px(HIGH_MM)), family)
    canvas = ImageDraw.Draw(picture)
    top, low = px(HEAD_MM), px(HIGH_MM - FOOT_MM)
    left, right = px(RIM_MM), px(WIDE_MM - RIM_MM)
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
    middle, reach = px((HEAD_MM + HIGH_MM - FOOT_MM) / 2), px(WIDE_MM / 2 - RIM_MM - 2.5)
    SYMBOLS[card](
        Pen(canvas=canvas, x=px(WIDE_MM) / 2, y=middle, reach=reach, ink=ink, paper=paper, accent=accent)
    )
    _name(canvas, name)
    _cost(canvas, cost)
    words = " - ".join(TYPES[one] for one in types)
    font, width = fitting(canvas, words, px(5.0), px(WIDE_MM - 20.0))
    x = px(17.0) + (px(WIDE_MM - 20.0) - width) / 2
    canvas.text((x, px(HIGH_MM - FOOT_MM / 2)), words, PAPER, font, anchor="lm", stroke_width=px(0.12))
    return picture


def draw_back() -> Image.Image:
    """The back: a moon over roofs, and the letter of the game."""
    night, moon, roofs = (24, 30, 44), (226, 208, 150), (150, 34, 40)
    picture = Image.new("RGB", (px(WIDE_MM), px(HIGH_MM)), PAPER)
    canvas = ImageDraw.Draw(picture)
    rim = px(RIM_MM)
    canvas.rectangle([rim, rim, picture.width - rim, picture.height - rim], fill=night)
    for n in range(26):
        x, y = (n * 61 % 97) / 97 * WIDE_MM, (n * 37 % 89) / 89 * 60
        radius = px(0.5 + n % 3 * 0.3)
        if RIM_MM + 1 < x < WIDE_MM - RIM_MM - 1 and y > RIM_MM + 1:
            canvas.ellipse([px(x) - radius, px(y) - radius, px(x) + radius, px(y) + radius], fill=PAPER)
    pen = Pen(canvas=canvas, x=px(WIDE_MM / 2), y=px(38), reach=px(22), ink=night, paper=PAPER, accent=roofs)
    pen.disc(0, 0, 1.0, moon)
    pen.shape(
        [(-0.55, 0.6), (0.55, 0.6), (0.55, 0.36), (-0.14, -0.36), (0.55, -0.36), (0.55, -0.6), (-0.55, -0.6),
         (-0.55, -0.36), (0.14, 0.36), (-0.55, 0.36)]
    )  # fmt: skip
    for n, high in enumerate((14, 22, 17, 26, 12, 20)):
        left = RIM_MM + n * (WIDE_MM - 2 * RIM_MM) / 6
        right = left + (WIDE_MM - 2 * RIM_MM) / 6
        canvas.rectangle([px(left), px(HIGH_MM - RIM_MM - high), px(right), px(HIGH_MM) - rim], fill=roofs)
        for row in range(int(high // 7)):
            x, y = left + 3 + (n + row) % 2 * 1.5, HIGH_MM - RIM_MM - high + 3 + 6 * row
            canvas.rectangle([px(x), px(y), px(x + 2.2), px(y + 3)], fill=moon)
    return picture


def _name(canvas: ImageDraw.ImageDraw, name: str) -> None:
    """The name as large as fits the head, in two lines where that makes it larger."""
    room = px(WIDE_MM - 2 * RIM_MM)
    font, _ = fitting(canvas, name, px(NAME_MM), room)
    words = name.split(" ", 1)
    thick = px(0.16)
    if len(words) == 2 and font.size < px(TWO_LINES_MM):
        fonts = [fitting(canvas, word, px(TWO_LINES_MM), room) for word in words]
        smaller = min((one for one, _ in fonts), key=lambda one: one.size)
        for row, word in enumerate(words):
            y = px(HEAD_MM * (0.29 if row == 0 else 0.71))
            canvas.text((px(WIDE_MM / 2), y), word, PAPER, smaller, anchor="mm", stroke_width=thick)
        return
    canvas.text((px(WIDE_MM / 2), px(HEAD_MM / 2)), name, PAPER, font, anchor="mm", stroke_width=thick)


def _cost(canvas: ImageDraw.ImageDraw, cost: int) -> None:
    """What the card costs, in a disc in the bottom left corner."""
    x, y, radius = px(RIM_MM + 6.0), px(HIGH_MM - RIM_MM - 6.0), px(6.8)
    canvas.ellipse([x - radius, y - radius, x + radius, y + radius], fill=INK)
    inner = px(6.0)
    canvas.ellipse([x - inner, y - inner, x + inner, y + inner], fill=PAPER)
    font = ImageFont.load_default(px(9.0))
    canvas.text((x, y), str(cost), INK, font, anchor="mm", stroke_width=px(0.3))


def _hsl(hue: float, vivid: float, light: float) -> Colour:
    def part(shift: float) -> int:
        k = (shift + hue / 30) % 12
        level = light - vivid * min(light, 1 - light) * max(-1.0, min(k - 3, 9 - k, 1.0))
        return round(255 * min(max(level, 0.0), 1.0))

    return part(0), part(8), part(4)


STYLES: dict[str, Style] = {
    "pallottola": Style(28, 0.62, rays(16, 0.5, 0.5)),
    "proiettili": Style(205, 0.8, lying(7)),
    "caricatore": Style(48, 0.6, squares(6)),
    "zombi": Style(96, 0.72, slanting(5, 0.4)),
    "molti-zombi": Style(140, 0.56, dots(5)),
    "molti-piu-zombi": Style(80, 0.3, rings(0.2, 0.5, 0.5)),
    "infezione": Style(285, 0.7, dots(7)),
    "survivors": Style(170, 0.66, quarters(turn=True)),
    "tutto-per-tutto": Style(10, 0.3, rays(12, 0.5, 0.5)),
    "munizioni": Style(60, 0.34, lying(5)),
    "nascondiglio": Style(215, 0.3, rays(18, 0.5, 1.0)),
    "barricata": Style(24, 0.74, bricks(6)),
    "esca": Style(190, 0.62, zigzag(6, 4)),
    "coraggio": Style(345, 0.82, slanting(6, 0.0)),
    "furbizia": Style(22, 0.66, quarters(turn=False)),
    "piano-superiore": Style(250, 0.8, squares(4)),
    "fuga-rapida": Style(330, 0.55, lying(10)),
    "maverick": Style(40, 0.8, rays(10, 0.5, 0.72)),
    "proiettili-esplosivi": Style(0, 0.78, rings(0.24, 0.0, 0.5)),
    "molotov": Style(265, 0.3, zigzag(4, 3)),
    "ricarica": Style(125, 0.78, rings(0.16, 0.5, 0.5)),
    "sacrificio": Style(230, 0.62, bricks(9)),
    "raggrupparsi": Style(180, 0.3, squares(5)),
    "ricognizione": Style(54, 0.74, zigzag(7, 6)),
    "rifornimento": Style(4, 0.6, slanting(7, -0.5)),
    "ispezione": Style(155, 0.8, dots(4)),
    "fucile-a-pompa": Style(90, 0.82, slanting(9, 0.9)),
    "copertura": Style(205, 0.55, rays(8, 0.5, 0.0)),
    "aiutarsi": Style(195, 0.84, zigzag(5, 2)),
    "tattica": Style(130, 0.28, slanting(8, 0.0)),
    "deposito": Style(300, 0.8, lying(4)),
    "sciame-di-zombi": Style(65, 0.66, rays(14, 0.5, 1.0)),
    "radio": Style(312, 0.32, rings(0.14, 0.0, 0.0)),
}


def main(facts: Path, folder: Path) -> None:
    """Draws every face and the back into a folder, with the deck.toml beside them."""
    kinds = tomllib.loads(facts.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    for card, style in STYLES.items():
        kind = kinds[card]
        keep(draw_face(card, kind["name"], kind["cost"], tuple(kind["types"]), style), folder / f"{card}.png")
    keep(draw_back(), folder / "back.png")
    (folder / "deck.toml").write_text(
        f'name = "zombinion"\nwidth_mm = {WIDE_MM}\nheight_mm = {HIGH_MM}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
