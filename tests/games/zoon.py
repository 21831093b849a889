"""Short words for positions of Zoon: `c3=0.grognard-a.t` is seat 0's Grognard on c3, penny on tails; `?` is unknown.

Longer words after that are trumps that lie on it.
"""

from typing import Any

from companion.game import Event, Setup, Value, checked, legal
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Deployed, FrontsUp, Piece, PlayedTrump, State
from companion.games.zoon.family.events import Starts

BOARIX_WARUS = "a1=0.sacrechene f6=1.draknar"


def setup(facts: tuple[tuple[str, Value], ...] = (), **options: Value) -> Setup:
    """A set-up with these options; `za_04` stands for `za-04`."""
    agreed = tuple((name.replace("_", "-"), value) for name, value in options.items())
    return checked(GAME, Setup(2, agreed, facts=facts))


def board(words: str, turn: int = 0, tribes: str = "boarix,warus", **more: Any) -> State:
    """A state in play. Options go in `options`, further fields of the position by name."""
    options: dict[str, Value] = {"tribes": tribes, **more.pop("options", {})}
    facts = more.pop("facts", ())
    cards: dict[str, Any] = {}
    for word in words.split():
        square, piece = word.split("=")
        seat, card, *penny = piece.split(".")
        on = [word for word in penny if len(word) > 1]
        penny = [word for word in penny if len(word) == 1]
        entry: dict[str, Any] = {"seat": int(seat)}
        if card != "?":
            entry["card"] = card.lstrip("?")
            if card.startswith("?"):
                entry["up"] = False
            if penny:
                entry["penny"] = {"t": "tails", "h": "heads"}[penny[0]]
        if on:
            entry["on"] = on
        cards[square] = entry
    return GAME.load_position(setup(facts, **options), {"turn": turn, "cards": cards, **more})


def played(state: State, *events: Event) -> State:
    """The state after these events, each of them lawful."""
    for event in events:
        violation = GAME.violation(state, event)
        assert violation is None, f"{event}: {violation}"
        state = GAME.after(state, event)
        assert GAME.faults(state) == ()
    return state


def rule(state: State, event: Event) -> str | None:
    """The rule that an event breaks first."""
    violation = GAME.violation(state, event)
    return None if violation is None else violation.rule


def there(state: State, square: str) -> str | None:
    """The card known to lie on a square."""
    piece = state.at(square)
    return None if piece is None else piece.card


def piece(state: State, square: str) -> Piece:
    found = state.at(square)
    assert found is not None, f"nothing on {square}"
    return found


def lawful(state: State, kind: type[Event]) -> list[Any]:
    """The lawful events of one kind."""
    return [event for event in legal(GAME, state) if isinstance(event, kind)]


FRONT_0 = ("kassin-a", "kassin-b", "gold-hure", "grognard-b", "kassin-b", "kassin-a")
FRONT_1 = ("korse-b", "mourse-b", "berserkorse-b", "jorund", "harold-de-jarl", "korse-a")
TRIBES = ["boarix", "monkus", "rhinogoths", "warus"]
DOWN = (
    "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure e2=0.grognard-b f2=0.kassin-b f3=0.kassin-a b1=0.? c1=0.?"
    " e5=1.jorund f6=1.draknar"
)
MONKUS = "a1=0.queen-mary f6=1.draknar"
RHINO = "a1=0.ouistiti f6=1.draknar"


def opened(*more: Any) -> State:
    """Boarix and Warus laid out with their fronts up, the second seat begins, then what is given."""
    state = GAME.start(setup())
    return played(
        state, Deployed(0), Deployed(1), FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1), Starts(1), *more
    )


def trumps(state: State) -> list[PlayedTrump]:
    """Every lawful way to play a trump."""
    return lawful(state, PlayedTrump)
