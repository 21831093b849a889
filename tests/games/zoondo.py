"""Short words for positions of Zoondo: `c3=0.grognard-a` is seat 0's Grognard on c3, `?` a card nobody knows."""

from typing import Any

from companion.game import Event, Setup, Value, checked, legal
from companion.games.zoon.family.events import Starts
from companion.games.zoon.zoondo.events import Deployed, Moved, Piece, State, Touched
from companion.games.zoon.zoondo.play import Zoondo

GAME = Zoondo()
BOARIX_WARUS = "a1=0.sacrechene f6=1.draknar"
TRIBES = ("boarix", "monkus", "rhinogoths", "warus")
ARMY_0 = [
    *("sacrechene", "cloboulon", "bouclefeuille", "grognard-a", "grognard-a", "grognard-b"),
    *("kassin-a", "kassin-b", "gold-hure", "grognard-b", "kassin-b", "kassin-a"),
]
ARMY_1 = [
    *("draknar", "harold-de-jarl", "korse-a", "korse-a", "korse-b", "korse-b"),
    *("mourse-a", "mourse-b", "jorund", "berserkorse-a", "berserkorse-b", "berserkorse-b"),
]
ZONE_0 = [f"{column}{row}" for row in "12" for column in "abcdef"]
ZONE_1 = [f"{column}{row}" for row in "65" for column in "abcdef"]


def setup(facts: tuple[tuple[str, Value], ...] = (), **options: Value) -> Setup:
    """A set-up with these options."""
    return checked(GAME, Setup(2, tuple(options.items()), facts=facts))


def board(words: str, turn: int = 0, tribes: str = "boarix,warus", **more: Any) -> State:
    """A state in play. Options go in `options`, facts in `facts`, further fields of the position by name."""
    options: dict[str, Value] = {"tribes": tribes, **more.pop("options", {})}
    facts = more.pop("facts", ())
    cards: dict[str, Any] = {}
    for word in words.split():
        square, named = word.split("=")
        seat, card, *on = named.split(".")
        cards[square] = {"seat": int(seat), "card": None if card == "?" else card, "on": on}
    return GAME.load_position(setup(facts, **options), {"turn": turn, "cards": cards, **more})


def played(state: State, *events: Event) -> State:
    """The state after these events, each of them lawful."""
    for event in events:
        violation = GAME.violation(state, event)
        assert violation is None, f"{event}: {violation}"
        assert GAME.words(state, event)
        state = GAME.after(state, event)
        assert GAME.faults(state) == ()
    return state


def fight(seat: int, start: str, to: str, on_defender: Any, on_attacker: Any) -> tuple[Event, ...]:
    """An attack with both touches."""
    return Moved(seat, start, to), Touched(seat, on_defender), Touched(1 - seat, on_attacker)


def rule(state: State, event: Event) -> str | None:
    """The rule that an event breaks first."""
    violation = GAME.violation(state, event)
    return None if violation is None else violation.rule


def there(state: State, square: str) -> str | None:
    """The card known to lie on a square."""
    lying = state.at(square)
    return None if lying is None else lying.card


def piece(state: State, square: str) -> Piece:
    found = state.at(square)
    assert found is not None, f"nothing on {square}"
    return found


def lawful(state: State, kind: type[Event]) -> list[Any]:
    """The lawful events of one kind."""
    return [event for event in legal(GAME, state) if isinstance(event, kind)]


def shown(army_0: list[str] | None = None, army_1: list[str] | None = None, first: int = 0) -> State:
    """Boarix and Warus laid out and shown to the referee; the first seat begins."""
    state = GAME.start(setup(knowing="shown"))
    return played(
        state,
        Deployed(0, (), dict(zip(ZONE_0, army_0 or ARMY_0, strict=True))),
        Deployed(1, (), dict(zip(ZONE_1, army_1 or ARMY_1, strict=True))),
        Starts(first),
    )


def trusted(first: int = 0) -> State:
    """Boarix and Warus laid out, nothing shown; the first seat begins."""
    return played(GAME.start(setup()), Deployed(0), Deployed(1), Starts(first))
