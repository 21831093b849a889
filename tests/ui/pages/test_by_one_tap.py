"""On the simulated table one tap turns a card, lit squares answer when tapped, and red means wrong only."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Chance
from companion.games import all_games
from companion.games.zoon.alternate.events import Moved
from companion.journal import TookBack
from companion.weigh import Lost, Refuse
from tests.ui.audit import walk
from ui.box.opening import sources
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.pages.picking import Picking
from ui.pages.played_table import Asking
from ui.present.models import TableModel
from ui.present.touches import at

SEED = 11
Kept = dict[Path, bytes]
_kept: dict[str, Kept] = {}
"""By how far they were played, the files of games: each is played once, and gone on with from a copy."""


def begin(drive: Callable[..., Any], folder: Path, game: str = "zoon_alternate") -> Any:
    player = at_home(drive, folder, game)
    player.press("New game")
    player.press("Start")
    player.settle()
    return player


def at_home(drive: Callable[..., Any], folder: Path, game: str = "zoon_alternate") -> Any:
    """The first screen of a box whose games lie in a folder."""
    from tests.ui.fingers import Player, Room

    room = Room(SEED)
    store = open_store(folder / "games")
    desk = Desk(store, room.open, Agreement((all_games()[game],), sources, "simulated"))
    return Player(drive(desk), desk, room)


def gone_on(drive: Callable[..., Any], folder: Path, play: Callable[[Any], Any]) -> Any:
    """A game that was played so far, put away and gone on with."""
    if play.__name__ not in _kept:
        first = begin(drive, folder / "first")
        play(first)
        first.desk.close()
        first.desk.kept.store.close()
        files = [path for path in (folder / "first").rglob("*") if path.is_file()]
        _kept[play.__name__] = {path.relative_to(folder / "first"): path.read_bytes() for path in files}
    for path, held in _kept[play.__name__].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(held)
    player = at_home(drive, folder)
    player.press("Go on: Zoon (alternate rules)")
    player.settle()
    return player


def model(player: Any) -> TableModel:
    shown = player.desk.model()
    assert isinstance(shown, TableModel)
    return shown


def until(player: Any, wanted: Callable[[Any], bool]) -> Any:
    """A game played on until something is so, not by hand."""
    player.by_hand = False
    player.play(Random(SEED), until=lambda _referee: wanted(player.session.reply))
    player.by_hand = True
    return player


def faces(player: Any, square: str) -> list[str | None]:
    """Which way up the cards of a square lie on the simulated table, bottom first."""
    region = next(each for each in player.stage.table.table.regions if each.name == square)
    things = player.stage.table.tabletop.things
    return [thing.face for thing in things if thing.kind == "card" and region.contains(thing.x, thing.y)]


def to_turn_up(player: Any) -> None:
    """To where a card is to be turned up, and everything lies tidy."""
    until(player, lambda reply: player.desk.side.alone.offers.turning_up and not reply.chores)


def down_squares(player: Any) -> list[str]:
    moment = player.desk.side.moment()
    events = [
        event for event in moment.game.candidates(moment.state, None) if type(event).__name__ == "TurnedUp"
    ]
    return sorted({event.at for event in events})


def without_two(drive: Callable[..., Any], folder: Path) -> tuple[Any, str, str]:
    """A table from which two face-down cards were taken away, and that was pressed: it differs from the book."""
    player = gone_on(drive, folder, to_turn_up)
    taken, other = down_squares(player)[:2]
    for square in (taken, other):
        player.driver.drag(player.place(square), (2, 2))
    player.settle(1.0)
    player.press("Done")
    player.settle(1.0)
    return player, taken, other


def asked_which_square(player: Any) -> TableModel:
    """The page that asks for a square, the first answer given to whatever is asked before."""
    shown = model(player)
    while "square" not in shown.headline:
        player.desk.send(shown.answers[0].action)
        shown = model(player)
    return shown


def test_one_tap_turns_a_card_up_and_it_is_booked(drive: Callable[..., Any], tmp_path: Path) -> None:
    player = gone_on(drive, tmp_path, to_turn_up)
    assert any("Tap a card" in text for text in model(player).body)
    square, entries = down_squares(player)[0], len(player.session.referee.entries)
    assert faces(player, square) == ["down"]
    player.driver.touch(*player.place(square))
    assert faces(player, square) == ["up"]
    player.settle(2.0)
    last = player.session.referee.entries[-1].event
    assert len(player.session.referee.entries) == entries + 1
    assert (type(last).__name__, last.at) == ("TurnedUp", square)
    player.desk.close()


def test_a_card_that_is_held_is_looked_at_and_not_turned(drive: Callable[..., Any], tmp_path: Path) -> None:
    from ui.widgets.keys import HOLD_SECONDS

    player = gone_on(drive, tmp_path, to_turn_up)
    square, table = down_squares(player)[0], player.stage.table
    before = table.tabletop
    player.driver.hold(player.place(square), HOLD_SECONDS + 0.1)
    player.driver.run(0.2)
    assert table.tabletop == before
    assert player.desk.side.focus.square == square and model(player).close_up is not None
    player.desk.close()


def test_a_touch_that_a_slow_box_takes_in_one_frame_is_no_held_one(
    drive: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from tests.situations.driver import Finger

    player = gone_on(drive, tmp_path, to_turn_up)
    square = down_squares(player)[0]
    finger, real = Finger(*player.place(square)), Clock.get_time
    EventLoop.post_dispatch_input("begin", finger)
    monkeypatch.setattr(Clock, "get_time", lambda: real() + 5)
    EventLoop.post_dispatch_input("end", finger)
    assert faces(player, square) == ["up"]
    player.desk.close()


def test_two_quick_taps_turn_it_over_once(drive: Callable[..., Any], tmp_path: Path) -> None:
    player = gone_on(drive, tmp_path, to_turn_up)
    square = down_squares(player)[0]
    player.driver.touch(*player.place(square), taps=2)
    assert faces(player, square) == ["up"]
    player.desk.close()


def test_one_finger_carries_and_another_meanwhile_does_nothing(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    player = gone_on(drive, tmp_path, to_turn_up)
    tray = next(each for each in player.stage._trays if each.cards)
    square = down_squares(player)[0]
    at_tray = (tray.x + tray.width / 2, tray.y + tray.height - 10)
    assert tray.item_at(*at_tray) is not None
    for first, second in ((at_tray, player.place(square)), (player.place(square), at_tray)):
        fingers = [Finger(*first), Finger(*second)]
        before = faces(player, square)
        for kind, order in (("begin", fingers), ("end", fingers)):
            for finger in order:
                EventLoop.post_dispatch_input(kind, finger)
                player.driver.run(0.05)
        turned = first != at_tray
        assert (faces(player, square) != before) == turned, "only the first finger's tap counts"
    player.desk.close()


def test_a_drag_moves_a_card_and_turns_nothing(drive: Callable[..., Any], tmp_path: Path) -> None:
    player = gone_on(drive, tmp_path, to_turn_up)
    moment = player.desk.side.moment()
    free = next(r.name for r in moment.table.regions if not faces(player, r.name) and r.name[1] in "34")
    square = down_squares(player)[0]
    player.driver.drag(player.place(square), player.place(free))
    assert faces(player, square) == [] and faces(player, free) == ["down"]
    player.desk.close()


def test_a_lit_square_answers_which_square_it_is(drive: Callable[..., Any], tmp_path: Path) -> None:
    player = gone_on(drive, tmp_path, to_turn_up)
    player.press("Say which card it is")
    player.driver.run(0.2)
    shown = asked_which_square(player)
    player.driver.app.refresh()
    lit = {mark.region for mark in shown.board.marks if mark.kind == "chosen"}
    assert lit == set(shown.board.asked) and lit
    square = sorted(lit)[0]
    picks = player.desk.side.focus.picks
    player.driver.touch(*player.place(square))
    player.driver.run(0.2)
    assert square in {value for _field, value in player.desk.side.focus.picks[len(picks) :]}
    assert faces(player, square) == ["down"]
    player.desk.close()


def test_a_square_that_is_seen_empty_is_neither_lit_nor_listed(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = gone_on(drive, tmp_path, to_turn_up)
    gone, *left = down_squares(player)
    player.driver.drag(player.place(gone), (2, 2))
    player.settle(2.0)
    player.desk.send(at(Picking.pick_afresh, "kind", "TurnedUp"))
    shown = asked_which_square(player)
    assert gone not in shown.board.asked
    assert {answer.words for answer in shown.answers} >= set(left) and gone not in {
        a.words for a in shown.answers
    }
    player.desk.close()


def test_where_the_table_differs_a_tap_asks_about_the_square_and_a_long_one_turns_the_card(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player, taken, other = without_two(drive, tmp_path)
    assert isinstance(player.session.reply.verdict, Lost | Refuse)
    asked = model(player).board.asked
    assert {taken, other} <= set(asked)
    player.driver.touch(*player.place(taken))
    player.driver.run(0.2)
    assert player.desk.side.focus.square == taken
    player.desk.close()


def test_cards_that_wait_to_be_turned_up_are_not_marked_wrong(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begin(drive, tmp_path)
    player.desk.side.hands.lay_out()  # the key would lay out what comes next as well
    player.settle(2.0)
    shown = model(player)
    kinds = {mark.kind for mark in shown.board.marks}
    assert player.session.referee.state.phase == "fronts"
    assert "wrong" not in kinds and "chore" in kinds
    assert "12 cards still to turn up" in shown.body
    player.desk.close()


def test_a_lawful_fight_has_nothing_red_and_nothing_to_put_back(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    from ui.widgets.keys import Touched

    player = begin(drive, tmp_path)
    until(player, lambda reply: isinstance(reply.turn, Chance) and reply.turn.what == "dice")
    assert player.session.reply.layout is None
    moved = player.stage.table.tabletop.things[-1]
    player.stage.table.change(lambda top: top.moved(len(top.things) - 1, moved.x + 200, moved.y + 200))
    player.settle(2.0)
    shown = model(player)
    assert "wrong" not in {mark.kind for mark in shown.board.marks}
    actions = [widget.action for widget in walk(player.driver.app.root) if isinstance(widget, Touched)]
    assert at(Asking.book_right) not in actions
    player.desk.close()


def test_what_the_book_has_otherwise_is_put_back_by_one_touch(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player, *_ = without_two(drive, tmp_path)
    (key,) = [key for key in model(player).answers if key.weight == "main"]
    assert (key.words, key.action) == ("Put it back for me", at(Asking.book_right))
    player.press(key.words)
    player.settle(2.0)
    assert model(player).kind == "play" and not player.session.reply.differences
    player.desk.close()


def test_a_move_taken_back_goes_back_by_itself_and_no_card_is_doubled(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begin(drive, tmp_path)
    referee = player.session.referee
    until(
        player,
        lambda reply: not reply.chores and any(isinstance(entry.event, Moved) for entry in referee.entries),
    )
    assert isinstance(referee.entries[-1].event, Moved) and not player.session.reply.differences
    before = sorted(thing.label or "" for thing in player.stage.table.tabletop.things)
    player.press("Take back")
    player.settle(2.0)
    assert model(player).banner is None and not player.session.reply.differences
    assert isinstance(referee.entries[-1].event, TookBack)
    assert sorted(thing.label or "" for thing in player.stage.table.tabletop.things) == before
    player.desk.close()
