"""The screen of every page that is a value: tabs, words, keys and rows, beside the camera's picture."""

from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import Button, OptionRow, SeatColumn
from ui.present.steps import Fallen, Numbers, PageRow, Plot, Shown, StepModel, Tiles
from ui.present.touches import Do
from ui.screens import rows
from ui.screens.page import ScreenPage, Send, foot_of, tab_rows, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, Row, Scroll, taken_out
from ui.widgets.card_board import picture_beside
from ui.widgets.drawing import SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, SoundKey
from ui.widgets.painting import Painting
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, colours, u, upright
from vision.printed.marks import Drawing, Image

PICTURE = 120.0
LARGE_PICTURE, LARGE_UPRIGHT = 300.0, 380.0
CAMERA_UPRIGHT = 250.0
CARD, PHOTO, BOARD = 72.0, 132.0, 150.0


def photo_of(file: str) -> Widget | None:
    """The picture in a file; None where there is none, or none that can be shown."""
    if not file:
        return None
    try:
        return Painting(Path(file), whole=True, size_hint=(None, None), size=(u(PHOTO), u(PHOTO)))
    except Exception:  # whatever lies there as a picture, and whatever reads it: the page is shown without
        return None


class StepScreen(ScreenPage):
    """Draws a StepModel; `picture` is the widget that shows the camera's picture, `faces` has those of cards."""

    numbered = ("answers",)

    def __init__(self, send: Send, picture: Widget, faces: Faces | None = None, **more: Any) -> None:
        super().__init__(send, **more)
        self._picture, self._faces = picture, faces
        self._list: Scroll | None = None

    def show(self, model: Any) -> bool:
        """Draws a model; keys that are still there and only say something else are not scrolled back to their top."""
        old, at = self._model, None if self._list is None else self._list.scroll_y
        drawn = super().show(model)
        stays = isinstance(old, StepModel) and isinstance(model, StepModel) and _asks_the_same(old, model)
        if drawn and stays and at is not None and self._list is not None:
            self._list.scroll_y = at
        return drawn

    def build(self, model: StepModel) -> Widget:
        taken_out(self._picture)
        self._list = None
        head: list[Widget] = [title_row(model.title, self.send), *tab_rows(model.tabs, self.send)]
        words: list[Widget] = [Words(model.headline, 24, colours().text, bold=True)] if model.headline else []
        pictures = [self._shown(each) for each in model.pictures]
        beside = not model.live and not upright() and any(each.large for each in model.pictures)
        words += [] if beside else pictures
        if model.banner is not None:
            # What is said of rows stays in sight while they scroll.
            (head if model.rows and not model.live else words).append(BannerCard(model.banner))
        foot = foot_of(model.tools, self.send)
        match model.rows:
            case (Plot() as plot, *_more):
                return Column((*head, rows.plot(plot), foot), padding=u(12), gap=GAP)
            case (Tiles(tiles),) if len(tiles) <= rows.FEW_TILES:
                return Column((*head, rows.tiles(tiles, self.send), foot), padding=u(12), gap=GAP)
            case (Tiles(tiles),):
                # What is said at the head stands at the foot, so that all tiles find room above.
                foot.add_widget(Fitted(model.title, BODY, colours().text, bold=True), len(foot.children))
                foot.add_widget(SoundKey(self.send, size_hint_y=1))
                return Column((rows.tiles(tiles, self.send), *head[1:], foot), padding=u(10), gap=GAP)
        for row in (*model.body, *model.keys, *model.rows):
            # So do large numbers, and what the dice fell like.
            (head if isinstance(row, Numbers | Fallen) else words).extend(self._row(row))
        side: Widget = Scroll(words, gap=8 if model.rows else 10)
        self._list = side
        if beside:
            side = Row(
                (Column((*pictures, Widget()), size_hint_x=None, width=u(LARGE_PICTURE)), side), gap=12
            )
        elif model.live and upright():
            self._picture.size_hint, self._picture.height = (1, None), u(CAMERA_UPRIGHT)
            head.append(self._picture)
        elif model.live:
            self._picture.size_hint = (1.1, 1)
            side = Row((self._picture, side), gap=12)
        return Column((*head, side, foot), padding=u(12), gap=GAP)

    def _row(self, row: PageRow) -> list[Widget]:
        match row:
            case str():
                return [Words(row, BODY, colours().text)]
            case Button():
                beside = None if self._faces is None else picture_beside(row, self._faces, CARD, BOARD)
                return [Key(row, self.send, picture=beside or photo_of(row.photo))]
            case OptionRow():
                return [rows.choice(row, self.send)]
            case SeatColumn():
                return [rows.seat(row, self.send, self._faces)]
            case tuple():
                # Charts need more room than keys.
                across = (2 if isinstance(next(iter(row), None), Button) else 1) + (not upright())
                parts = [widget for each in row for widget in self._row(each)]
                return [rows.level(parts[n : n + across], across) for n in range(0, len(parts), across)]
        return [rows.DRAWN[type(row)](row)]

    def _shown(self, shown: Shown) -> Widget:
        large = LARGE_UPRIGHT if upright() else LARGE_PICTURE
        height = u(large if shown.large else PICTURE)
        high, wide = shown.image.shape[:2]
        picture = Drawing("picture", wide, high, (Image(0, 0, wide, high, shown.image),))
        parts: list[Widget] = [SmallDrawing(picture, size_hint_y=None, height=height)]
        if shown.words:
            parts.append(Words(shown.words, SMALL, colours().quiet, align="center"))
        return Column(parts, tight=True, gap=2)


def _asks_the_same(old: StepModel, new: StepModel) -> bool:
    """Whether two models have the same keys and rows, as far as what they are for goes."""
    one, other = (
        (
            page.title,
            page.headline,
            [key.action.method if isinstance(key.action, Do) else type(key.action) for key in page.keys],
            [row.words if isinstance(row, OptionRow) else row for row in page.rows],
        )
        for page in (old, new)
    )
    return one == other
