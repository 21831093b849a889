"""In ZONG a seat wears one colour, that of its piece, on every key and name; elsewhere the seats have their own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games import all_games
from tests.situations.screens import situations
from tests.ui.audit import walk
from ui.box.opening import sources
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.present.touches import Goto


def test_seats_of_zong_wear_their_pieces_colours_and_give_them_back(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    from ui.widgets import theme

    desk = situations(tmp_path)["zong-points"]()
    colours = desk.session.referee.state.agreed.colours
    driver = drive(desk)
    worn = [theme.style.palette[f"s-{colour}"] for colour in colours]
    assert [theme.colour_of(f"s{seat}") for seat in range(len(colours))] == worn
    driver.app.send(Goto("home"))
    assert theme.colour_of("s0") == theme.style.palette["s0"]


def test_a_colour_is_chosen_by_its_swatch(drive: Callable[..., Any], tmp_path: Path) -> None:
    from ui.widgets import theme
    from ui.widgets.drawing import SmallDrawing

    store = open_store(tmp_path / "games")
    desk = Desk(store, lambda *_about: None, Agreement((all_games()["zong"],), sources, "simulated"))  # type: ignore[arg-type, return-value]
    driver = drive(desk)
    driver.app.send(Goto("seats"))
    driver.run(0.2)
    rows = [row for seat in desk.agreement.model().rows[0] for row in seat.rows]
    asked = [button.icon for row in rows for button in row.choices if button.icon.startswith("swatch:")]
    shown = [
        widget
        for widget in walk(driver.app.root)
        if isinstance(widget, SmallDrawing) and getattr(widget._drawing, "name", "") == "piece"
    ]
    assert asked and len(shown) == len(asked)
    assert theme.colour_of("s0") == theme.style.palette["s-red"]
