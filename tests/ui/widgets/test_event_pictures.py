"""The last events: each shows what was played beside its words, stands whole, and looks like no key."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.games.zones.events import Drew as DrewTile
from companion.games.zones.events import Moved, Shot
from companion.games.zong.events import Advanced, Disc, Threw
from companion.sight import Thing
from tests.ui.audit import walk
from tests.ui.conftest import SIZES
from tests.ui.web.room import Room
from ui.faces.face import face_of
from ui.games.zones.field import tile_drawing
from ui.games.zong.track import disc, tower
from ui.pages.desk import Desk
from ui.pages.played_table import CLOSE, MENU
from ui.present.models import TableModel
from vision.printed.marks import Drawing

Drive = Callable[..., Any]
Make = Callable[[str], Desk]
FOR_FOUR = ("cards-action", "cards-hunt", "cards-attack", "cards-gain", "cards-discard")


def rows_of(driver: Any) -> list[Any]:
    from ui.widgets.panel import HappenedRow

    return [widget for widget in walk(driver.app.root) if isinstance(widget, HappenedRow)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", FOR_FOUR)
def test_with_four_seats_the_newest_event_is_whole(
    name: str, size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.widgets.tiles import Paged

    driver = drive(made(name), size)
    driver.run(0.3)
    (paged,) = [widget for widget in walk(driver.app.root) if isinstance(widget, Paged)]
    newest = max(rows_of(driver), key=lambda row: float(row.to_window(*row.pos)[1]))
    assert newest.to_window(*newest.pos)[1] >= paged.y - 1


def test_an_event_of_another_seats_looks_like_no_key_of_the_seat_to_act(made: Make, drive: Drive) -> None:
    from ui.widgets.keys import Key

    driver = drive(made("cards-action"), SIZES[0])
    driver.run(0.3)
    grounds = {widget._ground for widget in walk(driver.app.root) if isinstance(widget, Key)}
    assert grounds
    assert all(row._ground not in grounds and not row._edge_colour for row in rows_of(driver))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_where_the_band_names_who_acts_the_others_follow_in_their_order(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.widgets.panel import SeatChip
    from ui.widgets.text import Fitted

    desk = made("cards-action")
    desk.send(MENU)  # the drawer has them at every size
    driver = drive(desk, size)
    driver.run(0.2)
    shown = desk.model()
    desk.send(CLOSE)
    assert isinstance(shown, TableModel)
    names = [chip.name for chip in shown.chips]
    acting = next(n for n, chip in enumerate(shown.chips) if chip.active)
    chips = [widget for widget in walk(driver.app.root) if isinstance(widget, SeatChip)]
    chips.sort(key=lambda chip: (-chip.to_window(*chip.pos)[1], chip.to_window(*chip.pos)[0]))
    words = [text.text for chip in chips for text in walk(chip) if isinstance(text, Fitted)]
    assert words == [*names[acting + 1 :], *names[:acting]]


def test_cards_that_were_laid_down_stand_beside_the_words(made: Make) -> None:
    shown = made("cards-hunt").model()
    assert isinstance(shown, TableModel)
    (card,) = shown.past[0].pictures
    assert isinstance(card, Thing) and card.label == "pallottola"


def test_the_discs_that_fell_and_the_tower_that_moved_are_shown(made: Make) -> None:
    session = made("zong-flicked").session
    pictures = face_of(session.referee.game).event_pictures
    state, own = session.referee.state, session.referee.state.agreed.colours
    discs = (Disc("blue", 5), Disc("risk", 7), Disc("lightning", "spiral"))
    assert pictures(state, Threw(0, discs)) == tuple(map(disc, discs))
    assert pictures(state, Advanced(1, taken=(own[2],))) == (tower(((own[2], 2), (own[1], 1))),)


def test_the_token_that_moved_stands_beside_the_one_that_it_took(made: Make) -> None:
    session = made("zones-later").session
    pictures, state = face_of(session.referee.game).event_pictures, session.referee.state
    taken = [token.name for token in pictures(state, Shot(0, "c2", "b3")) if isinstance(token, Drawing)]
    assert taken == ["Archer", "Trollspawn Lobber"]
    (alone,) = pictures(state, Moved(0, "c2", "d3"))
    assert isinstance(alone, Drawing) and alone.name == "Archer"


def test_a_tile_that_not_everybody_may_know_is_not_drawn(made: Make) -> None:
    session = made("zones-later").session
    game, state = session.referee.game, session.referee.book.states[0]
    pictures, drew = face_of(game).event_pictures, DrewTile(0, "forest", "a1")
    assert pictures(state, drew) == (tile_drawing("forest"),)
    assert pictures(state, game.public(state, drew)) == ()


@pytest.mark.parametrize("game", ["zoondo", "zoon_alternate"])
def test_of_a_card_that_is_turned_up_itself_is_shown_and_none_that_lies_there(game: str) -> None:
    room, rng, shown = Room(game), Random(2), 0
    while room.play(rng):
        event, last = room.referee.entries[-1].event, room.side.moment().last[0]
        if event.turns_up and event.card is not None:
            assert [(one.label, one.face, one.seat) for one in last.pictures] == [
                (event.card, "up", event.seat)
            ]
            shown += 1
    assert shown > 5
