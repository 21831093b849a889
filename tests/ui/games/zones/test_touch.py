"""Whole games of ZoneS by fingers alone, on the app's own widgets: halves told, moves and summonses in two touches."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Over
from companion.games.zones import GAME
from companion.games.zones.events import Lifted, Moved, Returned, Shot, Summoned
from companion.games.zones.halves import half_faults
from companion.games.zones.rules import plays
from companion.games.zones.state import Half, State
from companion.journal import play_while_valid, read_record
from companion.kits.events import DrawAgreed
from companion.rulebook import rules
from tests.ui.at_desk import kinds
from tests.ui.conftest import SIZES
from tests.ui.zones_room import (
    ANN,
    BEN,
    PINNED,
    Fingers,
    Room,
    keys_of,
    model_of,
    open_half,
    press,
    seen,
    state_of,
    tell_half,
)
from ui.games.zones.side import FieldSide, ways
from ui.games.zones.words import fault_words
from ui.pages.agreement import Draft, agree
from ui.pages.played_table import PlayedTable
from ui.present.moment import one_that_moves
from ui.present.touches import AtTable, Start, at, calls
from ui.records.beginning import agreed
from ui.watching import perfect_eye

MOST = 60
SHORT = 355
"""A game that is over after eleven turns: every turn is two touches on widgets."""
Drive = Callable[..., Any]


def greedy(state: Any, chance: Random) -> Any:
    """A capture if there is one, else what comes nearer to the rival's base, else anything."""
    events = list(plays(state))
    takes = [
        e for e in events if isinstance(e, Shot) or (isinstance(e, Moved) and state.at(e.to) is not None)
    ]
    if takes:
        return chance.choice(takes)
    homes = {state.agreed.board.names[n] for n in state.home(1 - state.turn)}
    onto = [e for e in events if isinstance(e, Moved) and e.to in homes]
    return chance.choice(onto or events)


def told_by(desk: Any) -> list[AtTable]:
    """What the keys on the screen would tell."""
    return [key.action for key in keys_of(desk) if calls(key.action, PlayedTable.tell)]


def tell_alone(fingers: Fingers, laid: Any) -> None:
    """A half told without widgets: it takes a tenth of the time."""
    open_half(fingers.desk, laid.seat)
    tell_half(fingers.desk, laid)
    press(fingers.desk, "I am ready")
    fingers.driver.app._stale = True
    fingers.driver.run(0.2)


def told(fingers: Fingers, event: Any) -> None:
    """An event in two touches; where the second may mean two things, in three."""
    if isinstance(event, Summoned):
        fingers.touch(at(FieldSide.summon, event.piece))
        fingers.square(event.at)
    else:
        fingers.square(event.start)
        fingers.square(event.to if isinstance(event, Moved) else event.at)
    if any(key.action == at(PlayedTable.tell, event) for key in keys_of(fingers.desk)):
        fingers.touch(at(PlayedTable.tell, event))


def test_a_game_is_played_to_its_end(drive: Drive, tmp_path: Path) -> None:
    desk = Room(tmp_path).made.seats()
    fingers, chance = Fingers(drive(desk, SIZES[0]), desk), Random(SHORT)
    desk.send(agree(Draft.with_facts, PINNED))
    fingers.touch(Start())
    fingers.half(ANN)
    tell_alone(fingers, BEN)
    fingers.touch(at(PlayedTable.tell, Lifted()))
    fingers.touch(next(key.action for key in keys_of(desk) if key.words == "Ben begins"))
    for _n in range(MOST):
        state = state_of(desk)
        if state.over is not None:
            break
        seq = desk.session.reply.seq
        fingers.driver.run(0.2)  # what is touched twice at once is a bounce
        if state.choosing:
            fingers.touch(next(key for key in told_by(desk) if isinstance(key.given[0], Returned)))
        else:
            told(fingers, greedy(state, chance))
        assert desk.session.reply.seq == seq + 1, f"{model_of(desk).headline}: a turn that was not told"
    entries = desk.session.referee.entries
    assert isinstance(desk.session.reply.turn, Over) and not any(entry.waived for entry in entries)
    states, stop = play_while_valid(GAME, desk.session.referee.setup, entries)
    assert stop is None and states[-1] == state_of(desk)
    assert {"Laid", "Lifted", "Starts", "Moved", "Summoned", "Shot"} <= set(kinds(desk))
    model = model_of(desk)
    assert model.kind == "over" and any("captured" in line for line in model.body)


def test_turns_are_told_on_an_upright_screen(drive: Drive, tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    fingers, chance = Fingers(drive(desk, SIZES[2]), desk), Random(3)
    for _n in range(6):
        seq = desk.session.reply.seq
        told(fingers, greedy(state_of(desk), chance))
        assert desk.session.reply.seq == seq + 1
        fingers.driver.run(0.2)


def test_a_square_that_may_be_gone_to_or_shot_at_is_asked_about(tmp_path: Path) -> None:
    desk = Room(tmp_path).made.between()
    asked = [key.action.given[0] for key in model_of(desk).answers if calls(key.action, PlayedTable.tell)]
    assert {type(event) for event in asked} == {Moved, Shot}
    seat, enemies = state_of(desk).turn, len(state_of(desk).pool.captured[state_of(desk).turn])
    press(desk, "shoots")
    assert isinstance(desk.session.referee.entries[-1].event, Shot)
    assert len(state_of(desk).pool.captured[seat]) == enemies + 1


def test_what_stands_on_a_square_is_put_right_in_two_touches(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    desk.send(at(FieldSide.touch_field, "d5"))
    press(desk, "Nothing stands here")
    assert state_of(desk).at("d5") is None and "lobber" in state_of(desk).pool.reserve[1]
    desk.send(at(FieldSide.touch_field, "d4"))
    press(desk, "The tile is water")
    assert state_of(desk).terrain[state_of(desk).square("d4")] == "water"


def test_a_touch_that_the_rules_do_not_allow_tells_nothing(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    before = len(desk.session.referee.entries)
    for spot in ("c2", "e2", "d5", "d4", "b2"):
        desk.send(at(FieldSide.touch_field, spot))
        assert model_of(desk).kind == "square"
    desk.send(at(FieldSide.summon, "vala"))
    desk.send(at(FieldSide.touch_field, "f6"))
    assert len(desk.session.referee.entries) == before


def test_a_move_is_taken_back_and_a_draw_is_agreed(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    start = state_of(desk)
    desk.send(at(FieldSide.touch_field, "c2"))
    desk.send(at(FieldSide.touch_field, "d3"))
    assert state_of(desk).at("d3").kind.id == "archer"
    desk.send(at(PlayedTable.press_button, "back"))
    assert state_of(desk) == start
    desk.send(at(PlayedTable.open_telling))
    press(desk, "agree to a draw")
    assert isinstance(desk.session.referee.entries[-1].event, DrawAgreed)
    assert model_of(desk).headline == "Nobody wins"


def test_a_whole_game_is_exported_with_its_halves(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing(DrawAgreed())
    book = desk.session.book
    assert book is not None
    store = desk.kept.store
    record = read_record(store.kept(store.games()[0].id).lines, {"zones": GAME})
    assert record.entries[0].event == ANN and record.entries[1].event == BEN


def test_with_a_camera_a_second_touch_asks_before_it_tells(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    seen(desk, perfect_eye.scene(GAME.look(state_of(desk))))
    before = len(desk.session.referee.entries)
    desk.send(at(FieldSide.touch_field, "c2"))
    desk.send(at(FieldSide.touch_field, "d3"))
    assert len(desk.session.referee.entries) == before
    assert model_of(desk).headline == "Is this what happened?"
    press(desk, "It goes to d3")
    assert desk.session.referee.entries[-1].event == Moved(0, "c2", "d3")


def test_while_something_is_in_question_touches_settle_squares_and_tell_no_move(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    desk.send(at(PlayedTable.press_button, "dispute"))
    before = len(desk.session.referee.entries)
    for spot in ("c2", "d3"):
        desk.send(at(FieldSide.touch_field, spot))
        assert model_of(desk).kind == "square" and model_of(desk).headline.endswith(spot)
    assert len(desk.session.referee.entries) == before


def test_nothing_on_the_screen_names_a_rule_or_an_option_raw() -> None:
    shown = [rule.words for rule in rules("zones")]
    assert all(shown) and not [words for words in shown if "`" in words]
    state = GAME.start(agreed(GAME, 2))
    some = (Half(), Half("e5"), Half("b2", (("field", "a1"),) * 2), Half("b2", (), (("hill-troll", "b2"),)))
    sentences = [fault_words(b, state.agreed) for half in some for b in half_faults(state.agreed, 0, half)]
    assert len(sentences) > 6 and all(words.endswith(".") for words in sentences)
    assert not [words for words in sentences if re.search(r"\b(zn|s4|ours)-", words)]


def test_the_roster_cards_are_read_at_any_time(tmp_path: Path) -> None:
    for desk in (Room(tmp_path).begun(), Room(tmp_path).playing()):
        desk.send(at(PlayedTable.open_menu))
        press(desk, "Roster cards")
        said = model_of(desk).body
        assert said[0] == "Our reading of the cards, not official." and len(said) == 9
        assert any(
            "Vala, 8 points. Moves diagonally. Friends beside it are protected." in line for line in said
        )
        press(desk, "Back to the game")
        assert model_of(desk).headline != "Roster cards"


def test_a_touched_piece_says_how_it_moves_before_what_may_stand_there_really(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    desk.send(at(FieldSide.touch_field, "b3"))
    model = model_of(desk)
    assert model.headline == "Vala on b3"
    spot = model.body.index("Touch where it goes.")
    assert model.body[spot + 1].startswith("Moves diagonally")
    assert "Protected on water" in model.body[spot + 2]
    assert "go" in model.own.marks.values()  # type: ignore[union-attr]


def test_a_touched_square_says_what_its_terrain_means_to_the_pieces_that_play(tmp_path: Path) -> None:
    desk = Room(tmp_path).playing()
    desk.send(at(FieldSide.touch_field, "c4"))
    said = model_of(desk).body
    assert said[0] == "Hills."
    assert said[1].startswith("Protected here: Archer, ") and "Hill Troll" in said[1]
    assert said[2] == "Must stop here: Spearman."
    assert said[3] == "Never here: Vala."


def test_the_first_hint_points_at_a_piece_whose_next_touch_asks_nothing(tmp_path: Path) -> None:
    """An archer may shoot at a square or go there; which of both is asked."""

    def moving(state: State) -> list[str]:
        own = sorted(
            spot for spot in state.agreed.board.names if (p := state.at(spot)) and p.seat == state.turn
        )
        return [] if state.choosing else [spot for spot in own if ways(state, spot)]

    def may_shoot(state: State, spot: str) -> bool:
        return any(isinstance(event, Shot) for event in ways(state, spot))

    def first_shoots(state: State) -> bool:
        shooting = [may_shoot(state, spot) for spot in moving(state)]
        return shooting[:1] == [True] and not all(shooting)

    desk = Room(tmp_path).made.until(first_shoots)
    assert desk.side is not None
    (pointed,) = one_that_moves(desk.side.moment())
    assert pointed in moving(state_of(desk)) and not may_shoot(state_of(desk), pointed)
