"""A game of ZoneS at the screen without a camera, or with one that shows what a test puts before it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted
from companion.kits.events import Starts
from companion.sight import Look, Scene
from tests.situations.maker import Maker
from tests.situations.zones import ANN, BEN, _Zones
from tests.ui.at_desk import model_of, press_one, show, state_of
from tests.ui.audit import FINGER, walk
from tests.ui.fingers import touch_what_asks
from ui.games.zones.field import ScreenModel
from ui.games.zones.side import FieldSide
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.pages.private_view import PrivateView
from ui.present.models import Button
from ui.present.touches import Start, Touch, at
from ui.watching import perfect_eye
from ui.widgets.drawing import DrawingView
from ui.widgets.theme import u

PINNED = tuple(
    (f"{piece}.{key}", value)
    for piece, *values in (
        ("spearman", "orthogonal", "field", "hills", "water"),
        ("archer", "diagonal", "hills", "forest", "water"),
        ("swordsman", "any", "field", "", "water"),
        ("vala", "diagonal", "water", "forest", "hills"),
        ("warrior", "orthogonal", "forest", "", "water"),
        ("lobber", "diagonal", "hills", "field", "water"),
        ("trollwife", "any", "forest", "", "water"),
        ("hill-troll", "orthogonal", "hills", "forest", "water"),
    )
    for key, value in zip(("movement", "preferred", "difficult", "restricted"), values, strict=True)
)
"""Rosters of a test's own: its games stay as they are when our reading becomes another."""
HALF = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abcdef")
OTHER = Laid(
    0,
    (("swordsman", "f1"), ("archer", "d1"), ("archer", "d2")),
    "e2",
    {spot: ANN.terrain.get(spot, "forest") for spot in HALF if spot != "e2"},
)
"""Another half of seat 0: another base, other pieces, another tile."""
WRONG = Laid(0, (("archer", "f1"), *ANN.pieces[1:]), ANN.base, ANN.terrain)
"""A half whose archer stands on no home tile."""


class Room:
    """Desks of ZoneS whose journals go into a folder."""

    def __init__(self, folder: Path) -> None:
        self.made = _Zones(Maker(folder, GAME))

    def begun(self) -> Desk:
        return self.made.then(self.made.seats(), agree(Draft.with_facts, PINNED), Start())

    def told(self, *events: Any) -> Desk:
        return self.made.told(self.begun(), events)

    def playing(self, *events: Any) -> Desk:
        return self.told(ANN, BEN, Lifted(), Starts(0), *events)


def keys_of(desk: Desk) -> list[Button]:
    model = model_of(desk)
    doors = [key for half in model.own.halves for key in half] if isinstance(model.own, ScreenModel) else []
    return [*doors, *model.helps, *model.answers, *model.tools]


def press(desk: Desk, words: str) -> None:
    """Touches the key with these words."""
    press_one(desk, keys_of(desk), words)


def open_half(desk: Desk, seat: int) -> None:
    desk.send(at(PrivateView.draw_curtain, seat))
    desk.send(at(PrivateView.open_curtain))


def tell_half(desk: Desk, laid: Laid) -> None:
    """Tells a half with touches on its owner's page, which is open."""
    for brush, spot in (
        ("base", laid.base),
        *((kind, spot) for spot, kind in laid.terrain.items()),
        *laid.pieces,
    ):
        desk.send(at(FieldSide.choose_brush, brush))
        desk.send(at(FieldSide.half_square, spot))


def looked(desk: Desk, *halves: Laid, still: float = 2.0, hand: bool = False) -> None:
    """The camera sees these halves, right or wrong."""
    state = state_of(desk)
    regions: dict[str, Any] = {}
    for laid in halves:
        regions |= GAME.half_look(GAME.after(state, laid), laid.seat).regions
    seen(desk, perfect_eye.scene(Look(regions)), still, hand)


def seen(desk: Desk, scene: Scene, still: float = 2.0, hand: bool = False) -> None:
    show(desk, Scene(scene.sightings, still_for=still, hand=hand))


def texts(root: Any) -> Iterator[str]:
    """Every text that a screen shows."""
    for widget in walk(root):
        text = getattr(widget, "text", "")
        if isinstance(text, str) and text:
            yield text


class Fingers:
    """Touches on the app's own widgets."""

    def __init__(self, driver: Any, desk: Desk) -> None:
        self.driver, self.desk = driver, desk
        driver.run(0.2)

    def touch(self, action: Touch) -> None:
        """Touches the widget that asks for something. Raises LookupError."""
        touch_what_asks(self.driver, action)

    def square(self, name: str) -> None:
        view = next(widget for widget in walk(self.driver.app.root) if isinstance(widget, DrawingView))
        x, y, wide, high = next(square.box for square in view.squares() if square.name == name)
        assert wide >= u(FINGER), f"{name}: too small for a finger"
        self.driver.touch(*view.to_window(x + wide / 2, y + high / 2))

    def half(self, laid: Laid) -> None:
        """A half told by touch: behind the curtain tile by tile, base, pieces; then ready."""
        self.touch(at(PrivateView.draw_curtain, laid.seat))
        self.touch(at(PrivateView.open_curtain))
        brush = ""
        told = sorted((kind, spot) for spot, kind in laid.terrain.items())
        for chosen, spot in (("base", laid.base), *told, *laid.pieces):
            if chosen != brush:
                self.touch(at(FieldSide.choose_brush, chosen))
                brush = chosen
            self.square(spot)
        self.touch(at(FieldSide.half_ready, laid.seat))


def bare(model: Any) -> bool:
    """Whether no tile and no token is drawn."""
    if isinstance(model.own, ScreenModel):
        return True
    return not model.own.tokens and not model.own.tiles
