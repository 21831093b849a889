"""Law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.game import Breach, Event
from companion.games.zong import flicking, moving, ruling, throwing, voting
from companion.games.zong.board import GOAL
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disputed,
    FellBack,
    Passed,
    Ruled,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.naming import piece_name
from companion.games.zong.state import Phase, State
from companion.language import _


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does, and when it may come. `turn`: only from the seat whose turn it is."""

    after: Callable[[State, Any], State]
    breaches: Callable[[State, Any], Iterator[Breach]]
    phases: tuple[Phase, ...]
    turn: bool = True


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    seat = event.seat
    if seat is not None and seat not in range(state.seats):
        yield Breach("ours-seats", str(seat))
        return
    if state.phase not in deed.phases:
        yield _out_of_time(state, event)
    if deed.turn and seat is not None and seat != state.turn:
        yield Breach(
            "zg-36-clockwise",
            _("it is the turn of {piece}").format(piece=piece_name(state.agreed.colours[state.turn])),
        )
    yield from deed.breaches(state, event)


def _out_of_time(state: State, event: Event) -> Breach:
    if isinstance(event, Starts):
        return Breach("zg-36-youngest-begins", _("the game has begun"))
    if state.phase == "cleanup":
        return Breach("zg-10-clean-up-first", _("the clean-up"))
    if state.phase == "vote":
        if state.vote.asked == GOAL:
            return Breach("zg-20-majority", _("a vote on the goal"))
        words = _("a vote on {piece}").format(piece=piece_name(state.vote.asked))
        return Breach("zg-20-majority", words)
    first: dict[Phase, str] = {
        "throw": _("a throw comes first"),
        "lightning": _("a flick comes first"),
        "spiral": _("a position back comes first"),
        "points": _("the points come first"),
    }
    return Breach("zg-07-order", first[state.phase])


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not."""
    seat = event.seat
    if state.over is not None or (seat is not None and seat not in range(state.seats)):
        return state
    return _DEEDS[type(event)].after(state, event)


def _allowed(_state: State, _event: Passed) -> Iterator[Breach]:
    return iter(())


_DEEDS: dict[type[Event], Deed] = {
    Starts: Deed(throwing.started, throwing.start_breaches, ("throw",)),
    Threw: Deed(throwing.threw, throwing.throw_breaches, ("throw",)),
    Zonged: Deed(flicking.flicked, flicking.flick_breaches, ("lightning",)),
    Passed: Deed(flicking.passed, _allowed, ("lightning",)),
    Cleaned: Deed(flicking.cleaned, flicking.clean_breaches, ("cleanup",)),
    Disputed: Deed(voting.disputed, voting.dispute_breaches, ("cleanup",)),
    Voted: Deed(voting.voted, voting.vote_breaches, ("vote",), turn=False),
    FellBack: Deed(moving.fell_back, moving.back_breaches, ("spiral",)),
    Advanced: Deed(moving.advanced, moving.advance_breaches, ("points",)),
    Ruled: Deed(
        ruling.ruled,
        ruling.rule_breaches,
        ("throw", "lightning", "cleanup", "vote", "spiral", "points"),
        turn=False,
    ),
}
