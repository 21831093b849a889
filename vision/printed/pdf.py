"""Drawings on pages of a PDF: shapes stay shapes, and words stay words in embedded fonts.

A drawing that is placed several times, like a card with ten copies, is in the file once (a form XObject).
"""

import io
import math
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import cv2
import numpy as np
import pypdfium2
from reportlab import rl_config
from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from vision.arrays import Box, Picture
from vision.printed.letters import registered, size_of
from vision.printed.marks import (
    BLACK,
    WHITE,
    Block,
    Colour,
    Drawing,
    Glow,
    Gradient,
    Image,
    Ink,
    Label,
    Line,
    Mark,
    Path,
    Placed,
    Shape,
    mixed,
    png_of,
    rgb,
)

rl_config.useA85 = 0  # ASCII85 takes longer to write, and a quarter more room
POINT_MM: Final = 25.4 / 72
_ANCHORS: Final = {"start": "drawString", "middle": "drawCentredString", "end": "drawRightString"}


class Pages:
    """A PDF in the making: pages, and drawings on them. The same drawings always give the same bytes."""

    def __init__(self, title: str) -> None:
        self._file = io.BytesIO()
        self._canvas = Canvas(self._file, pageCompression=1, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Zo Companion")
        self._canvas.setViewerPreference("PrintScaling", "None")  # viewers fit pages to the paper otherwise
        self._forms: dict[Drawing, str] = {}
        self._begun = False

    def page(self, width_mm: float, height_mm: float) -> None:
        if self._begun:
            self._canvas.showPage()
        self._begun = True
        self._canvas.setPageSize((width_mm / POINT_MM, height_mm / POINT_MM))
        # Units are millimetres from the top left from here on.
        self._canvas.transform(1 / POINT_MM, 0, 0, -1 / POINT_MM, 0, height_mm / POINT_MM)

    def draw(self, drawing: Drawing, x: float, y: float, shown: Box | None = None) -> None:
        """Puts a drawing on the page with its top left at (x, y); `shown`: its visible part (x, y, w, h in its mm)."""
        self._prepare(drawing)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        if shown is not None:
            clip = self._canvas.beginPath()
            clip.rect(*shown)
            self._canvas.clipPath(clip, stroke=0, fill=0)
        for mark in drawing.marks:
            self.mark(mark)
        self._canvas.restoreState()

    def written(self) -> bytes:
        """The whole file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def _prepare(self, drawing: Drawing) -> None:
        """Makes forms of all drawings placed in a drawing, inner ones first, as ReportLab cannot nest their making."""
        for mark in drawing.marks:
            if isinstance(mark, Placed) and mark.drawing not in self._forms:
                inner = mark.drawing
                self._prepare(inner)
                name = f"drawing{len(self._forms)}"
                margin = math.ceil(max(inner.width_mm, inner.height_mm))
                self._canvas.beginForm(name, -margin, -margin, 2 * margin, 2 * margin)
                for within in inner.marks:
                    self.mark(within)
                # ReportLab leaves gradients and opacities out of a form's resources, so these are written here.
                canvas: Any = self._canvas
                shadings = dict(canvas._shadingUsed)
                canvas.endForm()
                resources: Any = pdfdoc.PDFResourceDictionary()
                form = canvas._doc.idToObject[pdfdoc.xObjectName(name)]
                form.Resources = resources
                resources.basicFonts()
                resources.allProcs()
                resources.XObject = form.XObjects or {}
                resources.ExtGState = form.ExtGState or {}
                resources.setShading(shadings)
                self._forms[inner] = name

    def mark(self, mark: Mark) -> None:
        canvas = self._canvas
        match mark:
            case Block():
                canvas.setFillColor(_colour(mark.ink))
                canvas.rect(mark.x, mark.y, mark.w, mark.h, stroke=0, fill=1)
                return
            case Line():
                canvas.setStrokeColor(_colour(mark.ink))
                canvas.setLineWidth(mark.width_mm)
                canvas.line(mark.x0, mark.y0, mark.x1, mark.y1)
                return
        canvas.saveState()
        match mark:
            case Shape():
                self._shape(mark)
            case Label():
                # Words and pictures are drawn upwards in PDF, against this page's y.
                canvas.translate(mark.x, mark.y)
                canvas.scale(1, -1)
                canvas.setFillColor(_colour(mark.ink))
                canvas.setFont(registered(mark.font), size_of(mark.font, mark.size_mm))
                getattr(canvas, _ANCHORS[mark.anchor])(0, 0, mark.words)
            case Image():
                canvas.translate(mark.x, mark.y + mark.h)
                canvas.scale(1, -1)
                canvas.drawImage(ImageReader(io.BytesIO(png_of(mark.picture))), 0, 0, mark.w, mark.h)
            case Placed():
                inner = mark.drawing
                canvas.translate(mark.x, mark.y)
                canvas.scale(mark.scale, mark.scale)
                if mark.turn:
                    canvas.translate(inner.width_mm / 2, inner.height_mm / 2)
                    canvas.rotate(mark.turn)
                    canvas.translate(-inner.width_mm / 2, -inner.height_mm / 2)
                if mark.within is not None:
                    canvas.clipPath(self._path(mark.within, closed=True), stroke=0, fill=0)
                canvas.doForm(self._forms[inner])
            case _:
                raise ValueError(f"expected marks for paper, found {mark!r}")
        canvas.restoreState()

    def _shape(self, shape: Shape) -> None:
        canvas, fill = self._canvas, shape.fill
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        if isinstance(fill, Gradient | Glow):
            canvas.saveState()
            canvas.clipPath(self._path(shape.path, closed=True), stroke=0, fill=0)
            colours = (_colour(fill.first), _colour(fill.last))
            if isinstance(fill, Gradient):
                canvas.linearGradient(*fill.start, *fill.end, colours, extend=True)
            else:
                canvas.radialGradient(*fill.middle, fill.radius, colours, extend=True)
            canvas.restoreState()
            fill = None
        if fill is not None:
            canvas.setFillColor(_colour(fill, shape.opacity))
        if shape.edge is not None:
            canvas.setStrokeColor(_colour(shape.edge, shape.opacity))
            canvas.setLineWidth(shape.edge_mm)
        if fill is not None or shape.edge is not None:
            path = self._path(shape.path, closed=shape.closed)
            canvas.drawPath(path, stroke=int(shape.edge is not None), fill=int(fill is not None))

    def _path(self, path: Path, *, closed: bool) -> Any:
        drawn = self._canvas.beginPath()
        steps: dict[str, Any] = {"move": drawn.moveTo, "line": drawn.lineTo, "curve": drawn.curveTo}
        for kind, *points in path:
            steps[str(kind)](*chain.from_iterable(points))
        if closed:
            drawn.close()
        return drawn


def _colour(ink: Ink, opacity: float = 1.0) -> Color:
    red, green, blue = rgb(ink)
    return Color(red / 255, green / 255, blue / 255, opacity)


FINER: Final = 2
"""Factor of resolution at which a drawing is rendered, so that thin lines and letters come out even."""


def picture_of(drawing: Drawing, px_per_mm: float) -> Picture:
    """The drawing on white paper, BGR."""
    pages = Pages(drawing.name)
    pages.page(drawing.width_mm, drawing.height_mm)
    pages.draw(drawing, 0, 0)
    document = pypdfium2.PdfDocument(pages.written())
    try:
        painted = document[0].render(scale=px_per_mm * FINER * POINT_MM, rev_byteorder=False).to_numpy()
    finally:
        document.close()
    size = (round(drawing.width_mm * px_per_mm), round(drawing.height_mm * px_per_mm))
    return np.asarray(cv2.resize(painted[..., :3], size, interpolation=cv2.INTER_AREA), np.uint8)


# Saves ink: fills become paler and light words black; lines and signs stay as they are.

KEPT: Final = 0.4
"""Share of a colour that is kept; the rest is paper."""
_LIGHT: Final = 3 * 150
"""Minimum sum of red, green and blue of light words."""


@lru_cache(maxsize=512)
def saving_ink(drawing: Drawing) -> Drawing:
    """The drawing with paler fills, cached, so that one drawing always becomes the same one.

    All contrasts shrink alike, and the eye compares relative contrasts, so it reads such faces as before.
    """
    if drawing.sign:
        return drawing
    return replace(drawing, marks=tuple(map(_paler, drawing.marks)))


def _paler(mark: Mark) -> Mark:
    match mark:
        case Block():
            return replace(mark, ink=_pale(mark.ink))
        case Shape() if mark.fill is not None:
            fill = mark.fill
            if isinstance(fill, Gradient | Glow):
                return replace(mark, fill=replace(fill, first=_pale(fill.first), last=_pale(fill.last)))
            return replace(mark, fill=_pale(fill))
        case Image():
            picture = 255 - (255 - mark.picture.astype(np.float32)) * KEPT
            return replace(mark, picture=np.asarray(np.rint(picture), np.uint8))
        case Label() if sum(rgb(mark.ink)) > _LIGHT:
            # Their dark plate is pale now.
            return replace(mark, ink=BLACK)
        case Placed():
            return replace(mark, drawing=saving_ink(mark.drawing))
        case _:
            return mark


def _pale(ink: Ink) -> Colour:
    return mixed(WHITE, rgb(ink), KEPT)
