"""The screens of tribes: the builder, and the form in which a card is entered or corrected."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.steps import StepModel
from ui.present.tribes import BuilderModel, CardFormModel
from ui.screens.page import Send, foot_of, title_row
from ui.screens.steps import StepScreen
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll, grid
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Tool
from ui.widgets.theme import GAP, SMALL, TOUCH, u, upright
from ui.widgets.tribe_builder import MINI, Builder, GridPad, mini_card

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

    def _form(self, model: CardFormModel) -> Widget:
        head, foot = title_row(model.title, self.send), foot_of(model.tools, self.send)
        said = [BannerCard(model.banner, narrow=not upright())] if model.banner is not None else []
        rest = Scroll((*said, *(Key(button, self.send) for button in model.fields)), gap=8)
        pad = grid([Tool(button, self.send, 24) for button in model.pad], 6, TOUCH, 4)
        moves, modes, drawn = model.grid, list[Widget](), list[Widget]()
        if moves is not None:
            if moves.modes:  # what a tap on the grid means, where it may mean two things
                modes = [Row([Tool(mode, self.send, SMALL) for mode in moves.modes], height=TOUCH, gap=4)]
            squares = GridPad(moves, self.send, size_hint_y=None, height=u(5 * TOUCH + 8))
            above = modes if upright() else []
            # As wide as five fingers.
            drawn = [Column((*above, squares, Widget()), gap=6, size_hint_x=None, width=u(GRID_WIDE))]
        card = self._card_and_numbers(model)
        if upright():
            top = Row((card, *drawn), 5 * TOUCH if moves is None else 6 * TOUCH + 22, 12)
            return Column((head, top, pad, rest, foot), padding=u(12), gap=GAP)
        left = Column((card, pad, Widget()), gap=8, size_hint_x=None, width=u(PAD_WIDE))
        right = Column((*modes, rest), gap=8)
        return Column((head, Row((left, *drawn, right), gap=12), foot), padding=u(12), gap=GAP)

    def _card_and_numbers(self, model: CardFormModel) -> Widget:
        """The card with a key in each corner, and beside or below it the numbers that the pad sets."""
        numbers = [Tool(button, self.send, size_hint_y=None, height=u(TOUCH)) for button in model.numbers]
        card = [self._corners(model)] if model.corners else []
        if upright():
            return Column((*card, *numbers, Widget()), gap=8)
        for part in card:
            part.size_hint_x, part.width = None, u(CARD)
        return Row((*card, Column((*numbers, Widget()), gap=8)), height=2 * TOUCH + MINI + 20, gap=8)

    def _corners(self, model: CardFormModel) -> Widget:
        """The card as it lies before its owner."""
        keys = {corner: Tool(button, self.send, type_size=26) for corner, button in model.corners}
        picture = mini_card(model.deck, model.label, (), self._faces)
        for key in keys.values():
            key.size_hint, key.width, key.height = (None, 1), u(TOUCH + 4), u(TOUCH)
        top = Row((keys["tl"], Widget(), keys["tr"]), height=TOUCH)
        middle = Row((Widget(), picture, Widget()), height=MINI)
        bottom = Row((keys["bl"], Widget(), keys["br"]), height=TOUCH)
        return Card((top, middle, bottom), pad=6, gap=4)
