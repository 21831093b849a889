"""The box plays a seat: it says its move, waits until the cards lie so, throws, and takes back with people."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import Chance, legal
from companion.games.zones.events import Based, Laid, Moved
from companion.games.zones.rules import first_pieces_by_lot
from companion.games.zones.state import EACH
from companion.games.zoon.zoondo.events import Moved as ZoondoMoved
from companion.journal import TookBack, standing
from tests.ui.opponents.evening import Evening
from ui.faces.face import face_of
from ui.games.zones.field import FieldModel, ScreenModel
from ui.owned.settings import Person
from ui.pages.agreement import Draft, agree, seated
from ui.pages.played_table import Asking, PlayedTable
from ui.pages.private_view import PrivateView
from ui.pages.thinking import BoxPlays, temper_of
from ui.present.models import TableFocus
from ui.present.touches import Goto, NothingToDo, PlayAgain, Resume, Start, at
from ui.watching import perfect_eye

GAMES = ("zoon_alternate", "zoondo", "zones", "zong", "zombinion")


@pytest.fixture
def zoon(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, "zoon_alternate")
    yield evening
    evening.desk.close()


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_every_game_goes_on_with_it(tmp_path: Path, id: str) -> None:
    evening = Evening(tmp_path, id)
    evening.play(50)
    by_seat = Counter(one.event.seat for one in standing(evening.session.referee.entries))
    assert by_seat[1] >= 5, by_seat
    evening.desk.close()


def test_it_waits_until_its_move_lies_on_the_table(zoon: Evening) -> None:
    zoon.until_wish()
    wish = zoon.box.wish
    assert wish is not None
    model = zoon.model
    assert model.banner is not None and model.banner.words == wish.words
    assert model.banner.more
    assert [mark.kind for mark in model.board.marks] == ["go", "go"] and len(model.board.arrows) == 1
    assert zoon.desk.side is not None
    assert zoon.desk.side.model_of(TableFocus()).banner == model.banner, "phones show it too"
    seq = zoon.session.reply.seq
    for _second in range(30):
        zoon.tick()
    assert zoon.session.reply.seq == seq and zoon.box.wish == wish
    zoon.lay()
    zoon.tick()
    assert zoon.session.reply.seq == seq + 1 and zoon.box.wish != wish


def test_on_the_land_an_arrow_shows_its_move_and_not_the_last_one(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "zones")
    while not (evening.box.wish is not None and isinstance(evening.box.wish.event, Moved)):
        evening.step()
    event, own = evening.box.wish.event, evening.model.own
    assert isinstance(own, FieldModel) and own.ways == ((event.start, event.to),)
    evening.desk.close()


def test_one_key_says_that_it_lies_so(zoon: Evening) -> None:
    zoon.until_wish()
    seq = zoon.session.reply.seq
    key = next(key for key in zoon.model.helps if key.action == at(BoxPlays.say_for_box))
    assert key.weight == "main"
    zoon.desk.send(key.action)
    assert zoon.session.reply.seq == seq + 1


def test_another_move_that_is_laid_counts_and_is_told(zoon: Evening) -> None:
    zoon.until_wish()
    wish, referee = zoon.box.wish, zoon.session.referee
    assert wish is not None
    other = next(
        event
        for event in legal(referee.game, referee.state)
        if event.seat == wish.seat and event.start and event not in wish.ways
    )
    zoon.session.tell(other, by="camera")
    zoon.desk.tick()
    assert referee.standing[-1].event == other
    banner = zoon.model.banner
    assert banner is not None and wish.words in banner.words


def test_what_is_refused_it_plays_no_more(zoon: Evening) -> None:
    """With a card that nobody had seen it may mean what its grid forbids: it lay there again and again."""
    zoon.until_wish()
    wish, game, state = zoon.box.wish, zoon.session.referee.game, zoon.session.referee.state
    assert wish is not None
    squares = [region.name for region in game.table(zoon.session.referee.setup).regions]
    moves = (msgspec.structs.replace(wish.event, to=square) for square in squares)
    refused = next(move for move in moves if game.violation(state, move) is not None)
    zoon.box.wish = replace(wish, event=refused, ways=(refused,))
    zoon.desk.send(at(BoxPlays.say_for_box))
    zoon.tick()
    assert zoon.model.kind == "refuse" and zoon.box.wish is None
    zoon.desk.send(at(Asking.put_back))
    zoon.until_wish()
    assert zoon.box.wish is not None and zoon.box.wish.event != refused


def test_after_a_take_back_it_waits_to_be_asked(zoon: Evening) -> None:
    zoon.until_wish()
    zoon.lay()
    zoon.tick()
    zoon.session.take_back()
    for _second in range(5):
        zoon.tick()
    assert isinstance(zoon.session.referee.entries[-1].event, TookBack)
    assert zoon.box.wish is None and not zoon.box.is_thinking
    go_on = at(BoxPlays.let_box_go_on)
    assert go_on in [key.action for key in zoon.model.helps]
    zoon.desk.send(go_on)
    zoon.until_wish()


def test_it_throws_its_die_and_agrees_to_every_take_back(zoon: Evening) -> None:
    until = time.monotonic() + 60
    while not zoon.session.thrown:
        assert time.monotonic() < until and not zoon.is_over
        zoon.step()
    while zoon.session.thrown:
        zoon.step()
    zoon.desk.send(at(PlayedTable.press_button, "back"))
    assert zoon.model.kind == "agree"
    entries = len(zoon.session.referee.standing)
    zoon.desk.send(at(Asking.agree_back, 0))
    assert len(zoon.session.referee.standing) == entries - 1


def test_nothing_of_its_own_is_offered_to_people(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "zoondo")
    evening.play(12)
    offers = evening.desk.side.moment().offers if evening.desk.side else None
    assert offers is not None and 1 not in (*offers.looking, *offers.choosing)
    evening.desk.close()


def test_behind_the_screen_it_draws_out_of_the_bag_that_people_drew_from(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "zones")
    kinds = ["field"] * 9 + ["hills"] * 8
    squares = [f"{column}{row}" for row in (1, 2, 3) for column in "abcdef" if (column, row) != ("a", 1)]
    evening.session.tell(Laid(0, base="a1", terrain=dict(zip(squares, kinds, strict=True)), whole=False))
    placed = first_pieces_by_lot(evening.session.referee.state, 0, evening.chance.randrange)
    evening.session.tell(placed)
    assert evening.session.referee.state.screen.ready == (True, False)
    until = time.monotonic() + 60
    while evening.session.referee.state.screen.ready != (True, True):
        assert time.monotonic() < until
        evening.tick()
        time.sleep(0.002)
    drawn = Counter(kind for half in evening.session.referee.state.screen.halves for kind, _at in half.tiles)
    assert max(drawn.values()) <= EACH, drawn
    evening.desk.close()


def test_its_half_behind_the_screen_is_nobodys_to_open(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "zones")
    model = evening.model
    assert isinstance(model.own, ScreenModel)
    mine, others = model.own.halves
    assert [key.action for key in mine] == [at(PrivateView.draw_curtain, 0)] and not others
    assert model.own.notes == ("", "Saga lays out last, by itself.")
    assert at(PlayedTable.tell, Based(1)) not in [key.action for key in model.helps]
    evening.session.press("seat1")
    evening.tick()
    assert evening.model.kind == "play", "its button opens nothing"
    evening.desk.close()


def test_people_draw_its_hand_where_nobody_tells_hands(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "zombinion")
    until = time.monotonic() + 60
    while not evening.box.is_drawing:
        assert time.monotonic() < until
        evening.step()
    banner = evening.model.banner
    assert banner is not None and "5" in banner.words
    actions = [tile.action for tile in evening.model.tiles]
    owned = {card for card in ("pallottola", "zombi") if at(BoxPlays.hold_for_box, card, 1) in actions}
    assert owned == {"pallottola", "zombi"}
    assert set(actions) - {at(BoxPlays.hold_for_box, card, 1) for card in owned} <= {NothingToDo()}
    for _card in range(3):
        evening.desk.send(at(BoxPlays.hold_for_box, "zombi", 1))
    lit = next(tile for tile in evening.model.tiles if tile.lit)
    assert lit.after == "×3" and lit.less == at(BoxPlays.hold_for_box, "zombi", -1) and lit.faded is False
    for _card in range(2):
        evening.desk.send(at(BoxPlays.hold_for_box, "pallottola", 1))
    evening.tick()
    assert not evening.box.is_drawing
    evening.until_wish()
    wish = evening.box.wish
    assert wish is not None
    laid = Counter(card for card in wish.event.cards or () if card)
    assert laid <= Counter({"pallottola": 2}), "it lays nothing that it does not hold"
    evening.desk.close()


def test_nobody_ends_its_turn_by_a_slip_while_it_thinks(tmp_path: Path) -> None:
    """Neither by the key that stands out nor by the panel's “done”, which then says nothing for it."""
    evening = Evening(tmp_path, "zombinion")
    until = time.monotonic() + 60
    seen = 0
    while seen < 3:
        assert time.monotonic() < until
        evening.step()
        if not evening.box.is_thinking:
            continue
        seen += 1
        loud = [key for key in (*evening.model.helps, *evening.model.tools) if key.weight == "main"]
        assert not loud, loud
        entries = len(evening.session.referee.standing)
        evening.session.press("done")
        assert len(evening.session.referee.standing) == entries
    evening.desk.close()


def test_what_is_thrown_for_it_is_read_as_ever(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "zong")
    evening.until_wish()
    wish = evening.box.wish
    assert wish is not None and wish.thrown and "Throw these discs" in wish.words
    assert at(BoxPlays.say_for_box) not in [key.action for key in evening.model.helps]
    evening.lay()
    evening.tick()
    assert evening.model.banner is None or "had meant" not in evening.model.banner.words
    evening.desk.close()


def test_a_seat_goes_back_to_people_and_one_seat_always_is_theirs(tmp_path: Path) -> None:
    desk = Evening(tmp_path, "zoon_alternate").maker.seats()
    desk.send(agree(Draft.played_by_box, 1, "strong"))
    assert [column.name.words for column in desk.model().rows[0]] == ["Ann", "Moss"]
    assert desk.model().rows[0][1].played_by.words == "Box: Strong"
    desk.send(agree(Draft.played_by_box, 0, "easy"))
    assert desk.model().banner is not None and not desk.model().tools[-1].enabled
    desk.send(agree(seated, 1, Person(name="Ben")))
    assert [column.name.words for column in desk.model().rows[0]] == ["Moss 2", "Ben"]
    desk.send(agree(Draft.played_by_box, 0, ""))
    assert desk.model().banner is None and desk.model().rows[0][0].played_by.words == "Person"


def test_who_plays_is_known_to_the_next_game_and_after_a_power_cut(zoon: Evening) -> None:
    zoon.until_wish()
    zoon.desk.send(PlayAgain())
    assert zoon.box.seats == {1}
    desk = zoon.desk
    zoon.session = desk.session
    zoon.until_wish()
    desk.send(Goto("home"))
    id = desk.kept.unfinished[0].id
    desk.send(Resume(id))
    assert zoon.box.seats == {1}
    assert [one.name for one in desk.settings.now.people] == ["Ann"], "the box is nobody to be remembered"
    assert desk.kept.find(id) is not None
    desk.send(Goto("home"))
    desk.send(Goto("seats"))
    desk.send(agree(Draft.played_by_box, 1, ""))
    desk.send(Start())
    assert desk.side is not None and not desk.side.box.seats


@pytest.mark.parametrize("id", ["zoon_alternate", "zoondo", "zombinion"])
def test_who_begins_is_drawn_by_people_as_one_lot_is_drawn_for_all(tmp_path: Path, id: str) -> None:
    evening = Evening(tmp_path, id)
    until = time.monotonic() + 60
    while not (isinstance(turn := evening.session.reply.turn, Chance) and turn.what == "lot"):
        assert time.monotonic() < until
        evening.step()
    evening.maker.show(evening.desk, perfect_eye.scene(evening.session.reply.look))
    evening.tick()
    assert [roll.seat for roll in evening.model.rolls] == [0]
    for _second in range(5):
        evening.tick()
    assert not evening.session.thrown, "nobody draws for people"
    evening.session.press("seat0")
    drawn = evening.model.rolls
    assert len(drawn) == 1 and drawn[0].value in turn.seats
    evening.desk.close()


def test_a_lot_among_its_own_seats_alone_the_box_draws_itself(
    zoon: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    zoon.until_wish()
    pressed: list[str] = []
    monkeypatch.setattr(zoon.session, "press", pressed.append)
    for seats, drawn in (((0, 1), []), ((1,), ["seat1"])):
        for _second in range(3):
            zoon.tick()
            zoon.box._throw(Chance("lot", seats, ""))
            if pressed:
                break
        assert pressed == drawn


def test_one_touch_hurries_all_that_it_lays_out_behind_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, "zones", "middle")
    squares = [f"{column}{row}" for row in (1, 2, 3) for column in "abcdef" if (column, row) != ("a", 1)]
    terrain: dict[str, Any] = dict(zip(squares, ["field"] * 9 + ["hills"] * 8, strict=True))
    evening.session.tell(Laid(0, base="a1", terrain=terrain, whole=False))
    evening.session.tell(first_pieces_by_lot(evening.session.referee.state, 0, evening.chance.randrange))
    thinker = evening.box._thinker
    asked: list[int] = []
    hurried: list[int] = []
    ask, hurry = thinker.ask, thinker.hurry

    def questioned(*about: Any) -> None:
        asked.append(len(asked))
        ask(*about)

    def heard() -> None:
        if evening.box.is_thinking:  # else what was asked is wanted no more
            hurried.append(len(asked))
        hurry()

    monkeypatch.setattr(thinker, "ask", questioned)
    monkeypatch.setattr(thinker, "hurry", heard)
    until = time.monotonic() + 60
    while not evening.box.is_thinking:
        assert time.monotonic() < until
        evening.tick()
    keys = [key for key in evening.model.helps if key.action == at(BoxPlays.hurry_box)]
    assert [key.words for key in keys] == ["Play now"]
    evening.desk.send(keys[0].action)
    while evening.session.referee.state.screen.ready != (True, True):
        assert time.monotonic() < until
        evening.tick()
        assert at(BoxPlays.hurry_box) not in [key.action for key in evening.model.helps], (
            "it is hurried for all of it"
        )
        time.sleep(0.002)
    assert len(set(hurried)) > len(asked) / 2 > 3, "what is answered at once needs no hurrying"
    evening.desk.close()


def test_it_never_says_the_same_sentence_twice_running_and_guesses_only_of_a_hidden_card(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, "zoondo")
    evening.until_wish()
    box, moment = evening.box, evening.desk.side.moment()
    persona, wish = face_of(moment.game).persona, box.wish
    assert wish is not None and moment.game.id == "zoondo"
    lying = moment.reply.view.board
    rival = 1 - wish.seat
    hidden = next(at for at, things in lying.items() if any(thing.seat == rival for thing in things))
    free = next(region.name for region in moment.table.regions if region.name not in lying)
    onto, aside = (ZoondoMoved(wish.seat, "c3", at) for at in (hidden, free))
    assert temper_of(persona, onto, 0.9, lying) == persona.guesses
    assert temper_of(persona, aside, 0.9, lying) == persona.ahead != persona.guesses
    said = []
    for event, worth in ((onto, 0.9), (onto, 0.9), (aside, 0.9), (aside, 0.9), (onto, 0.1), (aside, 0.9)):
        box.wish = replace(wish, event=event, worth=worth)
        said.append(box.temper(box.wish, moment))
        assert box.temper(box.wish, moment) == said[-1], "every screen reads the same"
    assert said == [persona.guesses, "", persona.ahead, "", persona.behind, persona.ahead]
    evening.desk.close()
