"""How the table looks: what lies where, what is laid out, what people may still have to tidy and how that looks."""

from functools import lru_cache

from companion.games.zoon.alternate.face_up import other_side
from companion.games.zoon.alternate.fronts import front_squares, more_up
from companion.games.zoon.alternate.state import Fight, Piece, State, Untidy
from companion.games.zoon.family.board import back
from companion.games.zoon.family.state import Agreed
from companion.games.zoon.family.table import armies_laid_out, lying_on, trump
from companion.language import _
from companion.sight import Look, Lying, Thing

NO_PENNY = ""
"""In place of a penny's side: no penny at all."""


def card(agreed: Agreed, piece: Piece, *, hidden: bool) -> Thing:
    """A Zoon as the camera may see it; a face-down card shows its tribe's back and no name."""
    if not piece.up or piece.card is None:
        deck = agreed.decks[piece.seat]
        return Thing("card", None, "down", deck=deck, seat=piece.seat, hidden=hidden)
    deck = agreed.zoon(piece.card).tribe
    return Thing("card", piece.card, "up", deck=deck, seat=piece.seat, hidden=hidden)


@lru_cache(maxsize=8192)
def lying(agreed: Agreed, piece: Piece, penny: str | None = None, *, beneath: bool = False) -> Lying:
    """A Zoon with what lies on it. `penny`: the side shown in place of its own, `NO_PENNY` for none at all.

    `beneath`: another card lies over it, and may hide it.
    """
    things = [card(agreed, piece, hidden=beneath or bool(piece.on))]
    things.extend(trump(agreed, name) for name in piece.on)
    side = piece.penny if penny is None else penny
    if side:
        things.append(Thing("penny", side, hidden=beneath or bool(piece.gear)))
    return tuple(things)


CHORES = {
    "off": "za-24-loser-leaves",
    "come": "za-22-attacker-steps-back",
    "other": "za-22-attacker-steps-back",
    "flip": "za-25-pennies-turn-after-fights",
    "penny": "za-06-heads-when-turned-up",
    "spare": "zo-28-caged",
}


def untidy_looks(agreed: Agreed, left: list[Untidy], tidy: Lying, _here: Piece | None) -> list[Lying]:
    """How a square looks while just these things are not done."""
    whats = [thing.what for thing in left]
    elsewhere = [thing for thing in left if thing.what in ("come", "other")]
    if elsewhere:
        alone = len(elsewhere) == 1 and not {"off", "penny"} & set(whats)
        return _other_looks(agreed, elsewhere[0]) if alone else []
    own = list(tidy)
    if "penny" in whats or "flip" in whats:
        own = _other_penny(own, missing="penny" in whats)
    if "spare" in whats:
        own = [own[0], Thing("penny", None, hidden=True), *own[1:]]
    found: list[Lying] = [tuple(own)]
    for piece, below in ((thing.piece, thing.beneath) for thing in left if thing.what == "off"):
        if piece is None:
            continue
        extras = (lying(agreed, piece, beneath=below), lying(agreed, piece, NO_PENNY))
        found = [
            (*extra, *base) if below else (*_covered(base), *extra) for base in found for extra in extras
        ]
    return list(dict.fromkeys(found))


def _other_looks(agreed: Agreed, thing: Untidy) -> list[Lying]:
    """A square to which nothing has come yet, or where something else still stands, its penny turned or not."""
    piece = thing.piece
    if piece is None:
        return [()]
    if thing.over is not None:
        return [(*lying(agreed, piece, beneath=True), *lying(agreed, thing.over))]
    turned = [lying(agreed, piece, other_side(piece.penny))] if piece.penny else []
    return [lying(agreed, piece), *turned]


def _covered(things: Lying) -> Lying:
    """The same with pennies that may be hidden under a card."""
    return tuple(Thing("penny", t.label, hidden=True) if t.kind == "penny" else t for t in things)


def _other_penny(things: list[Thing], *, missing: bool) -> list[Thing]:
    """The things with the last penny not there, or lying on its other side."""
    places = [n for n, thing in enumerate(things) if thing.kind == "penny"]
    if not places:
        return things
    penny = things[places[-1]]
    if missing:
        return [*things[: places[-1]], *things[places[-1] + 1 :]]
    side = "tails" if penny.label == "heads" else "heads"
    turned = Thing("penny", side, hidden=penny.hidden)
    return [*things[: places[-1]], turned, *things[places[-1] + 1 :]]


def chore_words(agreed: Agreed, thing: Untidy, here: Piece | None) -> str:
    name, at = _called(agreed, thing.piece or here), thing.at
    if thing.what == "flip":
        words = {
            "heads": _("Turn the penny on {square} to heads"),
            "tails": _("Turn the penny on {square} to tails"),
        }
        side = here.penny if here is not None else None
        return words.get(side or "", _("Turn the penny on {square} over")).format(square=at)
    if thing.what == "penny":
        return _("Put a penny on {square}, heads up").format(square=at)
    if thing.what == "spare":
        return _("Take the penny off {square}").format(square=at)
    if thing.what == "off" and thing.to:
        return _("Step {name} back from {square} to {to}").format(name=name, square=at, to=thing.to)
    if thing.what == "off":
        return _("Take {name} off {square}").format(name=name, square=at)
    if thing.what == "come":
        return _("Put {name} on {square}").format(name=name, square=at)
    return _("Trade squares: {name} belongs on {square}").format(name=_called(agreed, here), square=at)


def _called(agreed: Agreed, piece: Piece | None) -> str:
    """A Zoon's name as far as it lies open."""
    return agreed.facts.name(piece.card) if piece is not None and piece.up and piece.card else _("the card")


def look(state: State) -> Look:
    """Everything on the mat, all tidied. An attack that is not fought yet lies over its defender."""
    regions, step = lying_on(state), state.fight
    if isinstance(step, Fight):
        defender = state.at(step.at)
        under = () if defender is None else lying(state.agreed, defender, beneath=True)
        regions[step.at] = (*under, *lying(state.agreed, step.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies face down, then both front rows face up with pennies on heads."""
    if state.phase == "deploy":
        return armies_laid_out(state)
    if state.phase != "fronts":
        return None
    regions = dict(look(state).regions)
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        rest = [cell for cell in back(seat) if state.at(cell) is not None]
        face = Thing("card", None, "up", deck=state.agreed.decks[seat], seat=seat)
        for cell in (*front_squares(state, seat), *rest[: more_up(state, seat)]):
            regions[cell] = (face, Thing("penny", "heads"))
    return Look(regions)
