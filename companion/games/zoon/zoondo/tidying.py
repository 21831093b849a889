"""What people may still have to tidy after an event, and every look of a square while it is not done."""

from functools import lru_cache, partial

from companion.game import Chore
from companion.games.zoon.family.state import Agreed
from companion.games.zoon.family.tidying import chores_at, chores_of
from companion.games.zoon.family.words import card_called
from companion.games.zoon.zoondo.state import Piece, State, Untidy
from companion.games.zoon.zoondo.table import beneath, look, lying
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
    tidy, spoken_now = look(state), spoken()
    return chores_of(
        state.untidy, lambda at, things: _chores(state.agreed, things, tidy.of(at), state.at(at), spoken_now)
    )


@lru_cache(maxsize=2048)
def _chores(
    agreed: Agreed, things: tuple[Untidy, ...], tidy: Lying, here: Piece | None, _language: Language
) -> tuple[Chore, ...]:
    """The chores of one square, where `here` stands: all ways in which some of its things are not done yet."""
    return chores_at(
        things,
        tidy,
        here,
        partial(_looks, agreed, tidy=tidy, here=here),
        lambda thing: (_RULES[thing.what], _words(agreed, thing)),
        all_first=True,
    )


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
