"""How the table looks: what lies where, what is laid out, what people may still have to tidy and how that looks."""

from dataclasses import replace
from functools import lru_cache

from companion.games.zoon.family.state import Agreed
from companion.games.zoon.family.table import armies_laid_out, lying_on, trump
from companion.games.zoon.family.words import card_called
from companion.games.zoon.zoondo.state import Fight, Piece, State, Untidy
from companion.language import _
from companion.sight import Look, Lying, Thing


def zoon_thing(agreed: Agreed, piece: Piece, *, up: bool) -> Thing:
    """A Zoon as the camera may see it: a back without a name, or a face, turned as it lay where that is known."""
    if not up or piece.card is None:
        return Thing("card", None, "down", deck=agreed.decks[piece.seat], seat=piece.seat)
    seat = None if not piece.lies else piece.seat if piece.lies == "upright" else 1 - piece.seat
    return Thing("card", piece.card, "up", deck=agreed.zoon(piece.card).tribe, seat=seat)


@lru_cache(maxsize=8192)
def lying(agreed: Agreed, piece: Piece, *, up: bool | None = None) -> Lying:
    """A Zoon with what lies on it; a trump that lies on it may hide it. `up` in place of how it lies by the book."""
    shown = piece.up if up is None else up
    card = zoon_thing(agreed, piece, up=shown)
    if not piece.on:
        return (card,)
    return (*beneath((card,)), *(trump(agreed, name) for name in piece.on))


def beneath(things: Lying) -> Lying:
    """The same with something laid over them, which may hide them."""
    return tuple(replace(thing, hidden=True) for thing in things)


CHORES = {
    "down": "s2-turned-down",
    "off": "s2-loser-leaves",
    "come": "zo-15-steps-back",
    "other": "zo-15-steps-back",
}


def untidy_looks(agreed: Agreed, left: list[Untidy], tidy: Lying, here: Piece | None) -> list[Lying]:
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


def chore_words(agreed: Agreed, thing: Untidy, _here: Piece | None) -> str:
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


def look(state: State) -> Look:
    """Everything on the mat, all tidied. An attack that is not settled yet lies over its defender, and may hide it."""
    regions, duel = lying_on(state), state.duel
    if isinstance(duel, Fight):
        regions[duel.at] = (*beneath(regions.get(duel.at, ())), *lying(state.agreed, duel.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies, in the end face down; an army that is shown may lie face up first."""
    return armies_laid_out(state) if state.phase == "deploy" else None
