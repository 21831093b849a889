"""A card taken and covered by the end of the turn: asked for where it may be, and nobody is asked for nothing."""

from companion.game import Event
from companion.games.zombinion.events import Ended, Played, Ruled, Shot, Took
from companion.games.zombinion.state import State
from companion.judge import judge
from companion.weigh import Accept, Ask
from tests import shown
from tests.games.zombinion import GAME, at, played, setup
from tests.games.zombinion_followed import alike, led

AGREED = setup(start="0")
OWN = "pallottola*7 zombi*3 maverick"


def begun(own: str = OWN) -> State:
    cards = sum(int(word.partition("*")[2] or 1) for word in own.split())
    return at(f"?*5/?*{cards - 5}", "?*5/?*5", unseen=(own, "pallottola*7 zombi*3"), agreed=AGREED)


def judged(state: State, truth: State) -> tuple[tuple[Event, ...], ...]:
    """What the referee takes the table of a later state for: one explanation, or those that it asks for."""
    verdict = judge(GAME, state, shown.scene(GAME.look(truth))).verdict
    assert isinstance(verdict, Accept | Ask), verdict
    return (verdict.events,) if isinstance(verdict, Accept) else verdict.options


def test_what_three_shots_may_have_bought_is_asked_for() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 3))
    truth = played(state, Took(0, "maverick"), Ended(0, "zombi"))
    found = judged(state, truth)
    assert found[0] == (Ended(0, "zombi"),)
    assert any(alike(led(state, option), truth) for option in found)
    taken = [option[0].card for option in found[1:] if isinstance(option[0], Took)]
    costs = [GAME.start(AGREED).agreed.cards[card].cost for card in taken]
    assert len(taken) == len(found) - 1 and costs == sorted(costs, reverse=True)
    assert max(costs) == 3 and min(costs) == 2


def test_who_took_something_is_not_asked() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 4), Took(0, "zombi"))
    assert judged(state, played(state, Ended(0, "zombi"))) == ((Ended(0, "zombi"),),)


def test_of_two_cards_taken_at_once_the_lower_is_asked_for_in_the_end() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 4))
    state = played(state, Ruled(targets=2))
    truth = played(state, Took(0, "esca"), Took(0, "zombi"))
    assert judged(state, truth) == ((Took(0, "zombi"),),)
    seen = played(state, Took(0, "zombi"))
    found = judged(seen, played(truth, Ended(0, "maverick")))
    assert found[0] == (Ended(0, "maverick"),)
    assert (Took(0, "esca"), Ended(0, "maverick")) in found


def test_too_few_shots_for_anything_are_not_asked_for() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola",)))
    assert judged(state, played(state, Ended(0, "zombi"))) == ((Ended(0, "zombi"),),)


def test_a_whole_turn_that_nobody_saw_is_in_doubt() -> None:
    state = begun()
    truth = played(state, Ended(0), Shot(0, ("pallottola",) * 3), Took(0, "maverick"), Ended(0, "zombi"))
    verdict = judge(GAME, state, shown.scene(GAME.look(truth))).verdict
    assert verdict == Ask(((Ended(0), Ended(0, "zombi")),))


def test_where_nobody_can_have_mirare_nothing_is_in_doubt() -> None:
    state = played(begun("zombi*19 maverick"), Played(0, "maverick"))
    state = played(state, Ended(0))
    assert judged(state, played(state, Ended(0, "zombi"))) == ((Ended(0, "zombi"),),)


def test_more_mirare_are_no_card_taken() -> None:
    """A second card like the one on the discards is thought of once something was taken in this turn."""
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 3), Took(0, "zombi"), Ended(0, "zombi"))
    state = played(state, Ended(1), Ended(1), Ended(0), Shot(0, ("pallottola",) * 2))
    truth = played(state, Shot(0, ("pallottola",)))
    assert judged(state, truth) == ((Shot(0, ("pallottola",)),),)
