"""The screens of tribes: the builder, and the form in which a card is entered or corrected."""

from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.steps import StepModel
from ui.present.touches import Touch
from ui.present.tribes import BuilderModel, CardFormModel, GridModel
from ui.screens.page import Send, foot_of, title_row
from ui.screens.steps import StepScreen
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Tool
from ui.widgets.theme import GAP, SMALL, TOUCH, u, upright
from ui.widgets.tribe_builder import Builder
from ui.widgets.tribe_parts import MINI, GridPad, MiniCard

TABS_UPRIGHT, TABS_WIDE = 5, 9
BROKEN_UPRIGHT, WELL_UPRIGHT = 210.0, 84.0
CARD = 176.0
PAD_WIDE, GRID_WIDE = 324.0, 272.0


class TribeScreen(StepScreen):
    """Lists as steps; the builder and the form besides. The builder stays while models come and go."""

    def __init__(self, send: Send, picture: Widget, faces: Faces, **more: Any) -> None:
        super().__init__(send, picture, faces, **more)
        self._faces: Faces = faces
        self._builder: Builder | None = None

    def show(self, model: Any) -> bool:
        if model != self._model and isinstance(model, BuilderModel) and isinstance(self._model, BuilderModel):
            assert self._builder is not None
            self._model = model
            self._builder.show(model)
            return True
        return super().show(model)

    def build(self, model: Any) -> Widget:
        if isinstance(model, StepModel):
            return super().build(model)
        if isinstance(model, CardFormModel):
            return self._form(model)
        self._builder = Builder(self.send, self._faces)
        self._builder.show(model)
        return self._builder

    @property
    def answers(self) -> tuple[Touch, ...]:
        return super().answers if isinstance(self._model, StepModel) else ()

    def _form(self, model: CardFormModel) -> Widget:
        head = title_row(model.title, self.send)
        foot = foot_of(model.tools, self.send)
        said = [BannerCard(model.banner, narrow=not upright())] if model.banner is not None else []
        fields = [Key(button, self.send) for button in model.fields]
        grid, modes = model.grid, self._modes(model)
        if upright():
            card = self._card_and_numbers(model, across=False)
            drawn = [self._drawn((*modes, self._grid(grid), Widget()))] if grid is not None else []
            top = Row((card, *drawn), gap=12, size_hint_y=None)
            top.height = u(6 * TOUCH + 22 if grid is not None else 5 * TOUCH)
            rest = Scroll((*said, *fields), gap=8)
            return Column((head, top, self._pad(model), rest, foot), padding=u(12), gap=GAP)
        left = Column((self._card_and_numbers(model, across=True), self._pad(model), Widget()), gap=8)
        left.size_hint_x, left.width = None, u(PAD_WIDE)
        drawn = [self._drawn((self._grid(grid), Widget()))] if grid is not None else []
        right = Column((*modes, Scroll((*said, *fields), gap=8)), gap=8)
        return Column((head, Row((left, *drawn, right), gap=12), foot), padding=u(12), gap=GAP)

    def _modes(self, model: CardFormModel) -> list[Widget]:
        """What a tap on the grid means, where it may mean two things."""
        if model.grid is None or not model.grid.modes:
            return []
        return [
            Row([Tool(mode, self.send, type_size=SMALL) for mode in model.grid.modes], height=TOUCH, gap=4)
        ]

    def _card_and_numbers(self, model: CardFormModel, *, across: bool) -> Widget:
        """The card with a key in each corner, and beside or below it the numbers that the pad sets."""
        numbers = [Tool(button, self.send, size_hint_y=None, height=u(TOUCH)) for button in model.numbers]
        card = [self._corners(model)] if model.corners else []
        if not across:
            return Column((*card, *numbers, Widget()), gap=8)
        for part in card:
            part.size_hint_x, part.width = None, u(CARD)
        return Row((*card, Column((*numbers, Widget()), gap=8)), height=2 * TOUCH + MINI + 20, gap=8)

    def _corners(self, model: CardFormModel) -> Widget:
        """The card as it lies before its owner."""
        keys = {corner: Tool(button, self.send, type_size=26) for corner, button in model.corners}
        texture = self._faces.face(model.deck, model.label)
        picture = MiniCard(texture, ()) if texture is not None else Widget()
        for key in keys.values():
            key.size_hint, key.width, key.height = (None, 1), u(TOUCH + 4), u(TOUCH)
        top = Row((keys["tl"], Widget(), keys["tr"]), height=TOUCH)
        middle = Row((Widget(), picture, Widget()), height=MINI)
        bottom = Row((keys["bl"], Widget(), keys["br"]), height=TOUCH)
        return Card((top, middle, bottom), pad=6, gap=4)

    def _drawn(self, parts: tuple[Widget, ...]) -> Widget:
        """The grid's column: as wide as five fingers."""
        return Column(parts, gap=6, size_hint_x=None, width=u(GRID_WIDE))

    def _grid(self, grid: GridModel) -> Widget:
        return GridPad(grid, self.send, size_hint=(1, None), height=u(5 * TOUCH + 8))

    def _pad(self, model: CardFormModel) -> Widget:
        box = GridLayout(cols=6, spacing=u(4), size_hint_y=None, height=u(2 * TOUCH + 4))
        for button in model.pad:
            box.add_widget(Tool(button, self.send, type_size=24))
        return box
