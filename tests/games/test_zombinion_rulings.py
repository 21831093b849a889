"""What the people put right by hand, and what cannot be even so."""

from dataclasses import replace

import pytest

from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Starts, Took
from companion.referee import Referee
from tests.games.zombinion import GAME, at, played, rule, setup

OTHER = "zombi / pallottola*5 /"
HIDDEN = "pallottola*6 zombi*3 esca"


@pytest.mark.parametrize("place", ["hand.0", "deck.0"])
def test_a_card_that_was_unseen_is_taken_from_the_pool(place: str) -> None:
    before = at("?*5 / ?*5 /", OTHER, unseen=(HIDDEN,))
    after = played(before, Ruled(card="esca", out_of=place, into="discard.0"))
    assert after.players[0].discard == ("esca",)
    assert "esca" not in after.players[0].unseen and len(after.players[0].unseen) == 9
    assert after.total == before.total
    assert rule(after, Ruled(card="esca", out_of=place, into="trash")) == "zb-ruling"


def test_what_was_taken_was_another_card() -> None:
    before = at("zombi / / esca", OTHER)
    after = played(
        before,
        Ruled(card="esca", out_of="discard.0", into="supply"),
        Ruled(card="maverick", out_of="supply", into="discard.0"),
    )
    assert after.players[0].discard == ("maverick",)
    assert after.piles["esca"] == 11 and after.piles["maverick"] == 9
    assert after.total == before.total


def test_a_pile_has_more_or_fewer_cards_than_was_believed() -> None:
    before = at("zombi", OTHER)
    after = played(before, Ruled(card="maverick", count=0))
    assert after.piles["maverick"] == 0
    assert sum(after.total) == sum(before.total) - 10
    assert rule(after, Ruled(card="maverick", out_of="supply", into="hand.0")) == "zb-ruling"


def test_a_game_with_more_cards_than_exist_goes_on_as_the_people_said() -> None:
    """Its position is taken, so whoever thinks about it can read it, and rules can still be set aside in it."""
    state = played(at("esca / zombi*3", OTHER), Ruled(card="pallottola", count=61))
    assert GAME.beyond_box(state) == ("supply: 61 of pallottola, but 60 exist",)
    assert GAME.load_position(state.agreed.setup, GAME.dump_position(state)) == state
    referee = Referee(GAME, state.agreed.setup, lambda _: None)
    referee.book = replace(referee.book, states=(state,))
    broken = [violation.rule for violation in GAME.violations(state, Took(0, "maverick"))]
    assert broken and referee.tell(Took(0, "maverick"), "test", waive=broken).booked


def test_what_is_left_of_a_turn_is_put_right() -> None:
    after = played(at("esca", OTHER), Ruled(actions=3, targets=2, shots=7, phase="hunt"))
    assert (after.actions, after.targets, after.shots, after.phase) == (3, 2, 7, "hunt")
    assert played(after, Ruled(turn=1)).turn == 1


def test_what_is_awaited_is_left_out() -> None:
    before = played(at("rifornimento zombi", OTHER), Played(0, "rifornimento"))
    after = played(before, Ruled(dropped=True))
    assert after.todo == () and after.players[0].hand == ("zombi",)
    assert rule(after, Ruled(dropped=True)) == "zb-ruling"


def test_a_game_that_had_not_ended_goes_on() -> None:
    supply = dict.fromkeys(("pallottola", "zombi", "esca"), 10) | {"molti-piu-zombi": 0}
    over = played(at("zombi / zombi*5 /", OTHER, supply=supply, phase="hunt"), Ended(0))
    assert over.over is not None and rule(over, Ended(1)) is not None
    after = played(over, Ruled(card="molti-piu-zombi", count=1), Ruled(turn=1))
    assert after.over is None and after.phase == "action"
    assert played(after, Ended(1)).phase == "hunt"


@pytest.mark.parametrize(
    "event",
    [
        Ruled(card="no-card", into="hand.0"),
        Ruled(into="hand.0"),
        Ruled(count=3),
        Ruled(card="radio", count=3),
        Ruled(card="zombi", into="hand.2"),
        Ruled(card="zombi", into="lap.0"),
        Ruled(card="zombi", into="hand"),
        Ruled(card="radio", into="supply"),
        Ruled(card="zombi", out_of="play.0", into="hand.0"),
        Ruled(card="zombi", out_of="trash", into="hand.0"),
        Ruled(card="zombi", count=-1),
        Ruled(shots=100),
        Ruled(turn=2),
    ],
)
def test_what_cannot_be_is_no_override(event: Ruled) -> None:
    before = at("esca", OTHER)
    assert rule(before, event) == "zb-ruling"
    assert GAME.after(before, event) is before


def test_the_seat_that_began_is_put_right() -> None:
    before = played(GAME.start(setup(3)), Starts(1))
    after = played(before, Ruled(turn=2))
    assert played(after, Shot(2, ("pallottola",))).players[2].in_play == ("pallottola",)


def test_overrides_are_no_play_and_show_nothing_for_good() -> None:
    before = at("esca", OTHER)
    assert not GAME.reveals(before, Ruled(actions=2))
    assert Ruled.told


@pytest.mark.parametrize("place", ["hand.1", "deck.1", "discard.1", "play.1", "shown.1", "trash", "supply"])
def test_every_place_can_be_put_right(place: str) -> None:
    before = played(at("sciame-di-zombi", "zombi / /"), Played(0, "sciame-di-zombi"))
    came = GAME.after(before, Ruled(card="furbizia", into=place))
    assert sum(came.total) == sum(before.total) + 1
    left = GAME.after(came, Ruled(card="furbizia", out_of=place))
    assert left.players == before.players and left.supply == before.supply and left.trash == before.trash


def test_a_card_revealed_stays_what_it_was_told() -> None:
    agreed = setup(2, set="scontro")
    before = at("ispezione", "? / ?*2 /", unseen=("", "pallottola zombi*2"), agreed=agreed)
    after = played(before, Played(0, "ispezione"), Revealed(1, "pallottola"))
    assert GAME.reveals(before, Revealed(1, "pallottola"))
    assert rule(after, Chose(0, "thief-trash", card="pallottola")) == "zb-order"
