"""Several moves seen together, of which some were begun in the picture before: those are booked first."""

from companion.games.zoon.alternate import GAME
from companion.journal import read_event
from companion.judge import in_order_seen
from companion.weigh import Accept
from tests.hidden.recorded import recorded

KING = {"kind": "Moved", "seat": 1, "from": "d5", "to": "d3", "card": "king"}
LEFT = {"kind": "Moved", "seat": 0, "from": "b2", "to": "b3", "card": "rhinogore-b"}
RIGHT = {"kind": "Moved", "seat": 0, "from": "e2", "to": "d2", "card": "rhino-b"}


def test_what_the_picture_before_showed_came_first() -> None:
    steps = recorded("rhinogoths-monkus").steps
    at = next(n for n, step in enumerate(steps) if step.events == (read_event(GAME, LEFT),))
    left, king, right = (read_event(GAME, body) for body in (LEFT, KING, RIGHT))
    for one, other in ((left, right), (right, left)):
        first, last = Accept((one, king, other)), Accept((other, king, one))
        before = {left: frozenset({"b2"}), right: frozenset({"e2"})}
        for given in (first, last):
            assert in_order_seen(GAME, steps[at - 1].truth, given, before[one]) == first
            assert in_order_seen(GAME, steps[at - 1].truth, given, frozenset()) == given
