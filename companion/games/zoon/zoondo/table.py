"""How the table looks: what lies where, what is laid out, what people may still have to tidy and how that looks."""

from dataclasses import replace
from functools import lru_cache, partial

from companion.game import Chore, Setup
from companion.games.zoon.family.board import NAMES, cells_to_lay
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import Agreed, to_lay
from companion.games.zoon.family.tidying import chores_at, chores_of
from companion.games.zoon.family.words import card_called
from companion.games.zoon.zoondo.state import Fight, Piece, State, Untidy
from companion.language import Language, _, spoken
from companion.sight import Look, Lying, Table, Thing

SQUARE_MM = 66.0
"""A square's side: a card of 60 mm with room around it."""


def table(_setup: Setup) -> Table:
    """The mat: 6 × 6 squares; only cards lie on it."""
    side = SQUARE_MM * BOARD.columns
    return Table(side, side, regions=BOARD.regions(SQUARE_MM), kinds=("card",))


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


def trump(agreed: Agreed, name: str | None) -> Thing:
    """A trump card lying face up on the mat."""
    return Thing("card", name, "up", deck=agreed.facts.trumps[name].tribe if name else None)


def look(state: State) -> Look:
    """Everything on the mat, all tidied. An attack that is not settled yet lies over its defender, and may hide it."""
    regions: dict[str, Lying] = {}
    for wall in state.walls:
        regions[wall.at] = (trump(state.agreed, wall.trump),)
    for number, piece in enumerate(state.board):
        if piece is not None:
            regions[NAMES[number]] = (*regions.get(NAMES[number], ()), *lying(state.agreed, piece))
    duel = state.duel
    if isinstance(duel, Fight):
        regions[duel.at] = (*beneath(regions.get(duel.at, ())), *lying(state.agreed, duel.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies, in the end face down; an army that is shown may lie face up first."""
    if state.phase != "deploy":
        return None
    return Look(
        {
            cell: (back_thing(state, seat),)
            for seat in (0, 1)
            for cell in cells_to_lay(state.board, seat, to_lay(state, seat), is_laid=state.ready[seat])
        }
    )


def back_thing(state: State, seat: int) -> Thing:
    return Thing("card", None, "down", deck=state.agreed.decks[seat], seat=seat)


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
