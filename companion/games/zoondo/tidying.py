"""What people may still have to tidy after an event, and every look of a square while it is not done."""

from functools import lru_cache
from itertools import product

from companion.game import Chore
from companion.games.zoondo.state import Piece, State, Untidy
from companion.games.zoondo.table import beneath, look, lying
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_words import card_called
from companion.language import Language, _, spoken
from companion.sight import Lying, Thing

_RULES = {
    "down": "s2-turned-down",
    "off": "s2-loser-leaves",
    "come": "zo-15-steps-back",
    "other": "zo-15-steps-back",
}


def chores(state: State) -> tuple[Chore, ...]:
    """What may still have to be tidied; each chore knows every look of its square in which it is not done.

    The first of these looks is how the square looks just when it happened.
    """
    if not state.untidy:
        return ()
    by_square: dict[str, list[Untidy]] = {}
    for thing in state.untidy:
        by_square.setdefault(thing.at, []).append(thing)
    tidy = look(state)
    found: list[Chore] = []
    for square, things in by_square.items():
        here = state.at(square)
        found += _chores(state.agreed, tuple(things), tidy.of(square), here, spoken())
    return tuple(found)


@lru_cache(maxsize=2048)
def _chores(
    agreed: Agreed, things: tuple[Untidy, ...], tidy: Lying, here: Piece | None, _language: Language
) -> tuple[Chore, ...]:
    """The chores of one square, where `here` stands: all ways in which some of its things are not done yet."""
    ways: list[tuple[frozenset[int], Lying]] = []
    for undone in product((True, False), repeat=len(things)):
        left = [thing for thing, waits in zip(things, undone, strict=True) if waits]
        places = frozenset(n for n, waits in enumerate(undone) if waits)
        ways.extend((places, way) for way in _looks(agreed, left, tidy, here) if left and way != tidy)
    found = []
    for number, thing in enumerate(things):
        before = tuple(dict.fromkeys(way for places, way in ways if number in places))
        if before:
            owner = thing.piece or here
            words = _words(agreed, thing)
            found.append(
                Chore(_RULES[thing.what], words, thing.at, before, None if owner is None else owner.seat)
            )
    return tuple(found)


def _looks(agreed: Agreed, left: list[Untidy], tidy: Lying, here: Piece | None) -> list[Lying]:
    """How a square looks while just these things are not done."""
    own = [tidy]
    if here is not None:
        for thing in left:
            if thing.what == "down":
                own = [
                    _any_face(agreed, here) if thing.piece is None else lying(agreed, thing.piece, up=True)
                ]
    elsewhere = [thing for thing in left if thing.what in ("come", "other")]
    if len(elsewhere) > 1:
        return []
    if elsewhere:
        return _elsewhere(agreed, elsewhere[0])
    for thing in left:
        if thing.what == "off" and thing.piece is not None:
            extras = (lying(agreed, thing.piece, up=True), lying(agreed, thing.piece, up=False))
            pairs = [(e, base) if thing.beneath else (base, e) for base in own for e in extras]
            own = [(*beneath(lower), *upper) for lower, upper in pairs]
    return own


def _elsewhere(agreed: Agreed, thing: Untidy) -> list[Lying]:
    """A square to which nothing has come yet, or where something else still stands, face up or down."""
    if thing.piece is None:
        return [()]
    below = [lying(agreed, thing.piece, up=up) for up in (True, False)]
    if thing.over is None:
        return below
    return [(*beneath(under), *lying(agreed, thing.over, up=up)) for under in below for up in (True, False)]


def _any_face(agreed: Agreed, piece: Piece) -> Lying:
    """The card face up, without a word on which it is."""
    return (Thing("card", None, "up", agreed.decks[piece.seat]),)


def _words(agreed: Agreed, thing: Untidy) -> str:
    """What to do, naming only cards that everybody has just seen in a fight."""
    name = card_called(agreed.facts, thing.piece.card if thing.piece else None, _("the card"))
    if thing.what == "down":
        return _("Turn the card on {square} face down").format(square=thing.at)
    if thing.what == "off" and thing.to:
        return _("Step {name} back from {square} to {to}").format(name=name, square=thing.at, to=thing.to)
    if thing.what == "off":
        return _("Take {name} off {square}").format(name=name, square=thing.at)
    if thing.what == "come":
        return _("Put the card that steps back on {square}").format(square=thing.at)
    return _("Trade squares: another card belongs on {square}").format(square=thing.at)
