"""The screens of rosters: the list of pieces, and a form of choices in rows."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import OptionRow
from ui.present.roster import FormModel
from ui.present.touches import Touch
from ui.screens.page import foot_of, title_row
from ui.screens.steps import StepScreen
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.keys import Key, Tool
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GAP, TOUCH, colours, u, upright
from ui.widgets.typing_pad import TypingPad

ROOM, SHORT, LONG = 4, 12, 24
"""So many choices stand in a row, if none has more letters."""


class RosterScreen(StepScreen):
    """The question and lists as steps; the form besides. A form stays where it was scrolled to."""

    def __init__(self, send: Any, picture: Widget, **more: Any) -> None:
        super().__init__(send, picture, **more)
        self._scroll: Scroll | None = None

    def show(self, model: Any) -> bool:
        """Draws a model; the same form with other choices is not scrolled back to its top."""
        old, scroll = self._model, self._scroll
        at = None
        if isinstance(old, FormModel) and isinstance(model, FormModel) and old.title == model.title:
            at = scroll.scroll_y if scroll is not None and old.editing is None else None
        drawn = super().show(model)
        if drawn and at is not None and self._scroll is not None:
            self._scroll.scroll_y = at
        return drawn

    def build(self, model: Any) -> Widget:
        if isinstance(model, FormModel):
            return self._form(model)
        return super().build(model)

    @property
    def answers(self) -> tuple[Touch, ...]:
        return () if isinstance(self._model, FormModel) else super().answers

    def _form(self, model: FormModel) -> Widget:
        if model.editing is not None:
            title, text = model.editing
            return TypingPad(title, text, self.send, plain=False)
        head = title_row(model.title, self.send)
        said = [BannerCard(model.banner)] if model.banner is not None else []
        self._scroll = Scroll([self._row(row) for row in model.rows], gap=8)
        foot = foot_of(model.tools, self.send)
        return Column((head, *said, self._scroll, foot), padding=u(12), gap=GAP)

    def _row(self, row: OptionRow) -> Widget:
        """A row's words before its choices, or above them where they are many or long."""
        words = Words(row.words, BODY, colours().text, bold=True)
        long = any(len(choice.words) > LONG for choice in row.choices)
        if long:
            return Card((words, *(Key(choice, self.send) for choice in row.choices)), pad=8, gap=6)
        wide = any(choice.icon or len(choice.words) > SHORT for choice in row.choices)
        across = 2 if upright() and wide else ROOM
        keys = [Tool(choice, self.send) for choice in row.choices]
        lines = [Row(keys[n : n + across], height=TOUCH, gap=6) for n in range(0, len(keys), across)]
        return Card((words, *lines), pad=8, gap=6)
