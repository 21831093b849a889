"""The rule book: games as tabs, subjects as keys, rules in short one below the other, and one rule whole."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import Button, OptionRow
from ui.present.rule_book import RuleBookModel, RuleLine
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, Send, foot_of, title_row
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Tool
from ui.widgets.table import TableView
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, u, upright
from ui.widgets.typing_pad import TypingPad
from ui.words import _

PICTURE, TAB = 150.0, 64.0


class RuleBookScreen(ScreenPage):
    """Draws a RuleBookModel."""

    def __init__(self, send: Send, faces: Faces, **more: Any) -> None:
        super().__init__(send, **more)
        self._faces = faces

    def build(self, model: RuleBookModel) -> Widget:
        if model.editing is not None:
            title, text = model.editing
            return TypingPad(title, text, self.send, plain=False)
        parts: list[Widget] = [title_row(model.title, self.send)]
        if model.games:
            parts.append(self._tabs(model))
        parts.append(Scroll(self._middle(model), gap=8))
        return Column((*parts, foot_of(model.tools, self.send)), padding=u(12), gap=GAP)

    def _tabs(self, model: RuleBookModel) -> Widget:
        return Row([Tool(tab, self.send, SMALL, stacked=True) for tab in model.games], height=TAB, gap=6)

    def _middle(self, model: RuleBookModel) -> list[Widget]:
        across = 2 if upright() else 3
        keys = [Key(button, self.send) for button in model.subjects]
        lines: list[Widget] = [_row(keys[n : n + across], across) for n in range(0, len(keys), across)]
        lines += [self._line(line) for line in model.lines]
        if model.words:
            lines.append(Words(model.words, 22, colours().text))
        lines += [Words(text, SMALL, colours().quiet) for text in model.about]
        lines += [self._option(row) for row in model.options]
        lines += [Key(example, self.send, picture=self._board(example)) for example in model.examples]
        if model.note:
            lines.append(Words(model.note, BODY, colours().quiet))
        return lines

    def _line(self, line: RuleLine) -> Key:
        ours = _("our reading") if line.ours else ""
        return Key(Button(line.short, line.action, "plain", detail=ours), self.send)

    def _board(self, button: Button) -> Widget | None:
        if button.board is None:
            return None
        side = u(PICTURE)
        return TableView(button.board, self._faces, rim=False, size_hint=(None, None), size=(side, side))

    def _option(self, row: OptionRow) -> Card:
        head = Words(_("Agreed for the next game: {what}").format(what=row.words), BODY, bold=True)
        return Card((head, *(Key(choice, self.send) for choice in row.choices)), pad=10, gap=6)

    @property
    def answers(self) -> tuple[Touch, ...]:
        """Number keys pick subjects, rules or examples."""
        model = self._model
        if not isinstance(model, RuleBookModel):
            return ()
        listed = tuple(line.action for line in model.lines)
        return (*listed, *(key.action for key in (*model.subjects, *model.examples)))


def _row(keys: list[Key], across: int) -> Row:
    """Keys side by side, all as high as the highest; empty room where there are too few."""
    row = Row((*keys, *(Widget() for _n in range(across - len(keys)))), gap=8, size_hint_y=None)

    def grow(*_changed: object) -> None:
        row.height = max((key.height for key in keys), default=u(TOUCH))

    for key in keys:
        key.pos_hint = {"top": 1}
        key.bind(height=grow)
    grow()
    return row
