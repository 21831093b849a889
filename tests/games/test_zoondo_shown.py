"""What the screen says of a state of Zoondo, in the very words: squares, fights, trumps, who is to do what."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Over
from companion.games.zoon.family.moves import March
from companion.games.zoon.family.play import awaited, headline, named, notes
from companion.games.zoon.family.state import NUMBERS
from companion.games.zoon.zoondo.events import Fight, Piece, Shot, State, Touch
from companion.games.zoon.zoondo.play import _about
from companion.sight import Thing
from tests.games.zoondo import BOARIX_WARUS, GAME, board

BASE = BOARIX_WARUS + " c3=0.grognard-a d4=1.korse-a"
STATE = board(BASE)
GROGNARD = STATE.agreed.zoon("grognard-a").name


def with_step(step: Any, state: State = STATE) -> State:
    return replace(state, todo=(step,))


def fight(**more: Any) -> Fight:
    return Fight(seat=0, at="d4", start="c3", piece=Piece(seat=0, card="grognard-a"), **more)


def fight_told(step: Fight | Shot) -> str:
    """What everybody is told of the square that is fought for."""
    return GAME.view(with_step(step), None).about[step.at]


def looked_at(state: State, eyes: int | None) -> list[int]:
    """The squares whose face-down cards these eyes are shown by name."""
    board = GAME.view(state, eyes).board
    return [NUMBERS[at] for at, things in board.items() if any(t.label and t.face == "down" for t in things)]


def test_a_fight_is_between_who_attacks_and_who_lies_there() -> None:
    assert fight_told(fight()) == "Team Boarix attacks Team Warus"
    assert (
        fight_told(Fight(seat=1, at="c3", start="d4", piece=Piece(seat=1, card="korse-a")))
        == "Team Warus attacks Team Boarix"
    )
    assert (
        fight_told(Fight(seat=0, at="e4", start="c3", piece=Piece(seat=0)))
        == "Team Boarix attacks Team Warus"
    ), "nothing lies there any more"
    assert (
        fight_told(Fight(seat=1, at="e4", start="c3", piece=Piece(seat=1)))
        == "Team Warus attacks Team Boarix"
    )
    assert (
        fight_told(Fight(seat=0, at="c3", start="d4", piece=Piece(seat=0)))
        == "Team Boarix attacks Team Boarix"
    ), "an own card"


def test_a_shot_is_told_by_its_trump() -> None:
    trump = next(iter(STATE.agreed.facts.trumps.values()))
    assert fight_told(Shot(0, "d4", trump.id)) == f"{trump.name} shoots at the card of Team Warus"
    assert fight_told(Shot(1, "e4", trump.id)) == f"{trump.name} shoots at the card of Team Boarix"


def test_who_touches_which_card_and_who_turns_up() -> None:
    trump = next(iter(STATE.agreed.facts.trumps.values()))
    touch = Touch("tl")
    assert fight().asks(STATE) == "Team Boarix: touch a corner of the enemy's card."
    assert fight(defender=touch).asks(STATE) == "Team Warus: touch a corner of the enemy's card."
    assert Shot(0, "d4", trump.id).asks(STATE) == "Team Boarix: touch a corner of the enemy's card."
    assert (
        Shot(0, "d4", trump.id, defender=touch).asks(STATE) == f"Team Warus: touch a corner of {trump.name}."
    )
    unknown = board(BOARIX_WARUS + " c3=0.? d4=1.?")
    both = Fight(seat=0, at="d4", start="c3", piece=Piece(seat=0), defender=touch, attacker=touch)
    assert both.asks(unknown) == "Team Boarix and Team Warus: turn up the card that fights on d4."
    one = Fight(
        seat=0, at="d4", start="c3", piece=Piece(seat=0, card="grognard-a"), defender=touch, attacker=touch
    )
    assert one.asks(unknown) == "Team Warus: turn up the card that fights on d4."


def test_what_lies_on_a_square_is_told_no_further_than_it_shows() -> None:
    hidden = "A face-down card of Team Boarix"
    assert _about(STATE, Piece(seat=0, card="grognard-a")) == hidden
    assert _about(STATE, Piece(seat=0, card="grognard-a", up=True)) == GROGNARD
    assert _about(STATE, Piece(seat=0, card=None, up=True)) == hidden
    trump = next(iter(STATE.agreed.facts.trumps.values()))
    assert _about(STATE, Piece(seat=0, card=None, gear=trump.id)) == f"{hidden} · carries {trump.name}"
    assert (
        _about(STATE, Piece(seat=0, card="grognard-a", up=True, gear=trump.id))
        == f"{GROGNARD} · carries {trump.name}"
    )
    caged = Piece(seat=0, card="grognard-a", up=True, gear=trump.id, cage=trump.id)
    assert _about(STATE, caged) == f"A face-down card under {trump.name} · an Obstacle"


def test_only_the_owner_in_the_own_turn_may_look() -> None:
    own = [NUMBERS["a1"], NUMBERS["c3"]]
    assert looked_at(STATE, None) == looked_at(STATE, 1) == []
    assert sorted(looked_at(STATE, 0)) == sorted(own)
    assert looked_at(with_step(fight()), 0) == [], "not between an attack and the reveal"
    assert looked_at(replace(STATE, phase="deploy"), 0) == []
    other = replace(STATE, turn=1)
    assert sorted(looked_at(other, 1)) == sorted([NUMBERS["f6"], NUMBERS["d4"]])
    up = replace(
        STATE,
        board=tuple(
            Piece(seat=piece.seat, card=piece.card, up=True)
            if n == NUMBERS["c3"] and piece is not None
            else piece
            for n, piece in enumerate(STATE.board)
        ),
    )
    assert looked_at(up, 0) == [NUMBERS["a1"]]


def test_a_named_card_is_named_for_its_owner_alone() -> None:
    here, other = Thing("card", None, "down", "boarix", 0), Thing("card", None, "down", "warus", 1)
    shown = Thing("card", "korse-a", "up", "warus", 1)
    found = named(STATE, NUMBERS["c3"], "grognard-a", (here, other, shown))
    assert found == (Thing("card", "grognard-a", "down", STATE.agreed.decks[0], 0), other, shown)


def test_the_headline_says_what_is_due() -> None:
    assert headline(STATE) == "Team Boarix to move"
    assert headline(with_step(fight())) == "Team Boarix to touch"
    touch = Touch("tl")
    unknown = board(BOARIX_WARUS + " c3=0.? d4=1.?")
    both = Fight(seat=0, at="d4", start="c3", piece=Piece(seat=0), defender=touch, attacker=touch)
    assert headline(with_step(both, unknown)) == "Team Boarix and Team Warus to turn up"
    assert headline(replace(STATE, phase="lot")) == "Who begins?"
    assert awaited(replace(STATE, phase="lot")) == "Press to draw lots."
    assert awaited(STATE).startswith("Move a Zoon")


@pytest.mark.parametrize(("left", "made", "more"), [(3, False, ""), (2, True, " more")])
def test_a_march_tells_how_many_moves_are_left(left: int, *, made: bool, more: str) -> None:
    trump = next(t for t in STATE.agreed.facts.trumps.values() if t.does == "march")
    step = March(0, trump.id, left, made)
    assert awaited(with_step(step)) == f"{trump.name}: move up to {left}{more}."


def test_the_shared_screen_shows_no_name_of_a_card_face_down() -> None:
    public, own = GAME.view(STATE, None), GAME.view(STATE, 0)
    assert "Grognard" not in " ".join(public.about.values())
    assert own.about["c3"].startswith(f"Face down: {GROGNARD} · may go to ")
    assert public.about["d4"] == own.about["d4"] == "A face-down card of Team Warus"


def test_what_a_seat_may_do_in_its_turn_is_listed() -> None:
    assert (
        awaited(replace(STATE, stock=replace(STATE.stock, hand=((), ()), reinforcements=((), ()))))
        == "Move a Zoon."
    )
    trump = replace(STATE, stock=replace(STATE.stock, hand=(("tortue",), ()), reinforcements=((), ())))
    assert awaited(trump) == "Move a Zoon or play a trump."
    assert awaited(replace(trump, turn=1)) == "Move a Zoon."
    both = replace(trump, stock=replace(trump.stock, reinforcements=(("grognard-a",), ())))
    assert awaited(both) == "Move a Zoon, play a trump or lay a reinforcement."
    assert (
        awaited(replace(both, stock=replace(both.stock, hand=((), ("tortue",)))))
        == "Move a Zoon or lay a reinforcement."
    )


def test_an_emblem_under_a_cage_is_said_to_be_safe_once_everybody_can_know() -> None:
    emblem = STATE.agreed.emblems[1]
    trump = next(iter(STATE.agreed.facts.trumps))

    def noted(piece: Piece) -> tuple[str, ...]:
        lying = tuple(piece if n == NUMBERS["f6"] else other for n, other in enumerate(STATE.board))
        return notes(replace(STATE, board=lying))

    assert noted(Piece(seat=1, card=emblem, cage=trump)) == (
        "The Emblem of Team Warus is caged: nobody can beat it any more.",
    )
    assert noted(Piece(seat=1, card=emblem)) == ()
    assert noted(Piece(seat=1, card="korse-b", cage=trump)) == ()


def test_the_winner_is_named_with_the_reason() -> None:
    assert (
        headline(replace(STATE, over=Over((1,), "all is won", "zo-00")))
        == "Victory for Team Warus: all is won"
    )
    assert headline(replace(STATE, over=Over((), "nobody can win", "zo-00"))) == "nobody can win"
