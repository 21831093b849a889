"""Pages for one pair of eyes: the curtain, own cards, secret touches, an army shown to the referee; what all see."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Over, legal
from companion.games import all_games
from companion.journal import read_entry
from companion.sight import Look
from tests.ui.at_desk import model_of
from tests.ui.box.test_secrecy import named, some_event
from tests.ui.pages.test_by_one_tap import begin, until
from ui.pages.desk import Desk
from ui.pages.picking import narrowed, next_field, values
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import HIDE_SECONDS, NEAR_LEFT, PrivateView
from ui.present.touches import Goto, TouchSquare, at, calls
from ui.watching.perfect_eye import scene

ZOONDO = all_games()["zoondo"]
Make = Callable[[str], Desk]


def press(desk: Desk, words: str) -> None:
    shown = model_of(desk)
    found = [b for b in (*shown.answers, *shown.helps, *shown.tools) if b.words.startswith(words)]
    assert found and found[0].enabled, [b.words for b in (*shown.answers, *shown.helps, *shown.tools)]
    desk.send(found[0].action)


def hidden_names(desk: Desk) -> set[str]:
    """Ids and names of cards that lie face down unseen by all, as far as no open card has the same name."""
    state = desk.session.referee.state
    facts = state.agreed.facts
    pieces = [p for p in state.board if p is not None and p.card is not None and not p.up and not p.seen]
    open_ones = {
        thing.label for lying in desk.session.reply.view.board.values() for thing in lying if thing.label
    }
    seen = " ".join(str(line.words) for line in desk.side.moment().lines).lower()  # type: ignore[union-attr]
    names = {name.lower() for p in pieces for name in (p.card, facts.zoons[p.card].name)}
    return {name for name in names if name not in seen and name not in {str(o).lower() for o in open_ones}}


def wait(desk: Desk, seconds: float) -> None:
    """So much time passes on the session's clock."""
    session = desk.session
    before = session.now
    session._clock = lambda: before + seconds
    desk.tick()


# the curtain


def test_nobody_s_cards_are_drawn_before_the_curtain_is_open(fresh: Make) -> None:
    desk = fresh("own-curtain")
    shown = model_of(desk)
    assert shown.kind == "curtain" and "Ann" in shown.headline and shown.board.pieces == ()
    assert shown.sign is not None and shown.sign.seat == 0
    assert named(repr(shown), hidden_names(desk)) == []
    press(desk, "Not now")
    assert model_of(desk).kind == "play"


def test_an_open_curtain_shows_a_seat_its_own_cards_alone(fresh: Make) -> None:
    desk = fresh("own-cards")
    shown = model_of(desk)
    own = [p for p in shown.board.pieces if p.seat == 0 and p.label]
    assert own and all(piece.peeped for piece in own if piece.face == "down")
    assert all(p.label is None for p in shown.board.pieces if p.seat == 1 and p.face == "down")
    assert shown.tools == () and shown.answers[-1].words == "Hide"
    press(desk, "Hide")
    assert model_of(desk).kind == "play" and named(repr(model_of(desk)), hidden_names(desk)) == []


def test_it_closes_by_itself_when_nobody_touches_it(fresh: Make) -> None:
    desk = fresh("own-cards")
    wait(desk, HIDE_SECONDS - 1)
    assert model_of(desk).kind == "private"
    desk.send(TouchSquare("a1"))
    wait(desk, HIDE_SECONDS - 1)
    assert model_of(desk).kind == "private"
    wait(desk, 2)
    assert model_of(desk).kind == "play"


def test_it_closes_when_something_is_booked_and_when_a_hand_comes_over_the_table(fresh: Make) -> None:
    desk = fresh("own-cards")
    show(desk, desk.session.reply.look, hand=True)
    assert model_of(desk).kind == "play"
    desk = fresh("own-cards")
    referee = desk.session.referee
    desk.session.tell(next(e for e in legal(ZOONDO, referee.state) if type(e).__name__ == "Moved"))
    desk.tick()
    assert model_of(desk).kind != "private"


def show(desk: Desk, look: Look, hand: bool = False, still_for: float = 1.0) -> None:
    from types import SimpleNamespace

    fine = SimpleNamespace(found=True, why=None, ok=True, image_to_table=None)
    seen = replace(scene(look), still_for=still_for, hand=hand)
    reading: Any = SimpleNamespace(scene=seen, mat=fine, light=fine)
    desk.session.inbox.post_reading((SimpleNamespace(image=None), reading))  # type: ignore[arg-type]
    desk.tick()


def test_between_attack_and_reveal_nobody_may_look(fresh: Make) -> None:
    desk = fresh("reveal")
    assert not any("alone" in button.words for button in model_of(desk).helps)
    desk.send(at(PrivateView.draw_curtain, 0))
    desk.send(at(PrivateView.open_curtain))
    assert model_of(desk).kind == "play"


def test_a_card_is_moved_by_two_touches_and_one_that_confirms(fresh: Make) -> None:
    desk = fresh("own-cards")
    referee = desk.session.referee
    move = next(e for e in legal(ZOONDO, referee.state) if type(e).__name__ == "Moved" and not e.path)
    desk.send(TouchSquare(move.start))
    assert any(mark.region == move.to for mark in model_of(desk).board.marks)
    desk.send(TouchSquare(move.to))
    entries = len(referee.entries)
    desk.send(model_of(desk).answers[0].action)
    assert len(referee.entries) == entries + 1 and referee.entries[-1].event.to == move.to


def test_a_trump_is_played_out_of_the_hand(fresh: Make) -> None:
    desk = fresh("own-cards")
    entries = len(desk.session.referee.entries)
    press(desk, "Play ")
    for _step in range(4):
        if len(desk.session.referee.entries) > entries:
            break
        desk.send(model_of(desk).answers[0].action)
    assert type(desk.session.referee.entries[-1].event).__name__ == "PlayedTrump"
    assert model_of(desk).kind != "private"


# touching a corner


@pytest.mark.parametrize(("number", "corner"), list(enumerate(NEAR_LEFT[True])))
def test_the_corner_touched_is_the_one_its_owner_reads(fresh: Make, number: int, corner: str) -> None:
    """Turned over like a page a card keeps its top; seen from the other side its printed left is at the left again."""
    desk = fresh("touch-pad")
    pad = model_of(desk).pad
    assert pad is not None and pad.card.face == "down"
    desk.send(pad.corners[number])
    chosen = model_of(desk)
    assert chosen.pad is not None and chosen.pad.chosen == number
    press(desk, "Touch this corner")
    event = desk.session.referee.entries[-1].event
    assert (event.corner, event.back) == (corner, True)  # type: ignore[attr-defined]
    assert model_of(desk).kind == "play"


def test_a_trump_is_touched_on_its_face(fresh: Make) -> None:
    desk = fresh("touch-trump")
    pad = model_of(desk).pad
    assert pad is not None and pad.card.face == "up" and pad.card.label is not None
    desk.send(pad.corners[0])
    press(desk, "Touch this corner")
    entry = [e for e in desk.session.referee.entries if type(e.event).__name__ == "Touched"][-1]
    assert (entry.event.corner, entry.event.back) == ("tr", False)  # type: ignore[attr-defined]


def test_the_near_left_corner_follows_from_turning_the_card_like_a_page() -> None:
    """Worked out anew from points: the owner's card as printed, turned over, seen from the other side."""
    printed = {"tl": (-1, 1), "tr": (1, 1), "br": (1, -1), "bl": (-1, -1)}
    places = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    for back in (False, True):
        page = {name: (-x if back else x, y) for name, (x, y) in printed.items()}
        across = {(-x, -y): name for name, (x, y) in page.items()}
        assert NEAR_LEFT[back] == tuple(across[place] for place in places)


def test_nobody_sees_what_was_touched(fresh: Make) -> None:
    desk = fresh("touch-chosen")
    press(desk, "Touch this corner")
    for action in (
        None,
        at(PlayedTable.open_menu),
        at(PlayedTable.open_telling),
        at(PlayedTable.close),
        Goto("history"),
    ):
        if action is not None:
            desk.send(action)
        said = repr(replace(desk.model())) if desk.page == "table" else repr(desk.model())
        assert "corner=" not in said.replace("corner=None", "")


def test_touches_are_not_among_the_things_to_be_said_openly(fresh: Make) -> None:
    desk = fresh("touch-due")
    desk.send(at(PlayedTable.open_telling))
    kinds = {
        type(a.action.given[0]).__name__ for a in model_of(desk).answers if calls(a.action, PlayedTable.tell)
    }
    assert "Touched" not in kinds


# turning up


def test_a_card_that_no_camera_reads_is_told_step_by_step(fresh: Make) -> None:
    desk = fresh("reveal")
    referee = desk.session.referee
    due = len(legal(ZOONDO, referee.state))
    assert due > 12
    press(desk, "Say which card it is")
    for _step in range(4):
        shown = model_of(desk)
        if shown.kind != "pick":
            break
        desk.send(shown.answers[0].action)
    event = referee.entries[-1].event
    assert type(event).__name__ == "TurnedUp"


def test_one_step_back_leads_back_and_the_first_one_out(fresh: Make) -> None:
    desk = fresh("reveal-card")
    while model_of(desk).kind == "pick":
        steps = len(desk.side.focus.picks)  # type: ignore[union-attr]
        press(desk, "Back")
        assert len(desk.side.focus.picks) == steps - 1  # type: ignore[union-attr]
    assert model_of(desk).kind == "play"


def test_narrowing_asks_only_what_differs() -> None:
    desk_events = legal(ZOONDO, ZOONDO.start(setup_shown()))
    field = next_field(desk_events)
    assert field == "seat" and values(desk_events, "seat") == (0, 1)
    assert {e.seat for e in narrowed(desk_events, (("seat", 1),))} == {1}  # type: ignore[attr-defined]
    assert next_field(desk_events[:1]) is None


def setup_shown() -> Any:
    from companion.game import Setup, checked

    return checked(ZOONDO, Setup(2, (("knowing", "shown"),)))


# the whole game


@pytest.mark.parametrize("seed", range(3))
def test_no_page_that_all_may_see_names_a_hidden_card(fresh: Make, seed: int) -> None:
    """A game of shown armies played at random: every page of the shared screen, at every step."""
    desk, chance = fresh("muster"), Random(seed)
    referee = desk.session.referee
    squares = [region.name for region in ZOONDO.table(referee.setup).regions]
    checked_names = 0
    for step in range(24):
        if isinstance(desk.session.reply.turn, Over):
            break
        desk.session.tell(some_event(ZOONDO, referee.state, chance))
        desk.tick()
        names = hidden_names(desk)
        checked_names += len(names)
        pages = [
            None,
            at(PlayedTable.open_menu),
            at(PlayedTable.open_telling),
            TouchSquare(chance.choice(squares)),
        ]
        pages += [at(PrivateView.draw_curtain, seat) for seat in (0, 1)]
        for action in pages if step > 2 else (None,):
            desk.send(at(PlayedTable.close))
            if action is not None:
                desk.send(action)
            assert named(repr(desk.model()), names) == [], (step, action)
        desk.send(at(PlayedTable.close))
    assert checked_names > 50


def test_lines_told_by_touch_can_be_read_back(fresh: Make) -> None:
    desk = fresh("touch-chosen")
    press(desk, "Touch this corner")
    for entry in desk.session.referee.entries:
        assert read_entry(entry.line(), ZOONDO).event == entry.event


@pytest.mark.parametrize(("seat", "turned"), [(0, []), (1, [(-180.0, (200.0, 150.0))])])
def test_the_curtains_large_name_is_turned_towards_its_seat(
    seat: int, turned: list[object], window: Any
) -> None:
    from kivy.clock import Clock
    from kivy.graphics import Rotate

    from ui.present.models import Sign
    from ui.widgets.tiles import SignBoard

    board = SignBoard(Sign(seat, "Ann", "alone"))
    board.size = (400, 300)
    for _round in range(2):
        Clock.tick()
    turns = [part for part in board.canvas.children if isinstance(part, Rotate)]
    assert [(turn.angle, turn.origin[:2]) for turn in turns] == turned


# cards whose face only the simulated table knows


def test_who_is_to_act_may_look_at_cards_that_only_the_table_knows(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = until(
        begin(drive, tmp_path, "zoondo"),
        lambda reply: reply.layout is None and len(getattr(reply.turn, "seats", ())) == 1,
    )
    desk: Desk = player.desk
    covered = desk.side.hands.covered()  # type: ignore[union-attr]
    (seat,) = desk.session.reply.turn.seats  # type: ignore[union-attr]
    other = 1 - seat
    assert not any(piece.label for piece in model_of(desk).board.pieces if piece.face == "down")
    assert desk.side.alone.offers.looking == (seat,)  # type: ignore[union-attr]
    desk.send(at(PrivateView.draw_curtain, seat))
    assert named(repr(model_of(desk)), set(covered.values())) == []
    desk.send(at(PrivateView.open_curtain))
    shown = [piece for piece in model_of(desk).board.pieces if piece.kind == "card"]
    board = desk.session.reply.view.board
    own = {square: face for square, face in covered.items() if board[square][0].seat == seat}
    assert own and sorted(own.values()) == sorted(str(one.label) for one in shown if one.seat == seat)
    assert all(piece.label is None for piece in shown if piece.seat == other)
    desk.send(TouchSquare(min(own)))
    large = model_of(desk).close_up
    assert large is not None and large.piece.label == own[min(own)]
    press(desk, "Hide")
    assert named(repr(model_of(desk)), set(covered.values())) == []
    player.desk.close()
