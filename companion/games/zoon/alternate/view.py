"""What one pair of eyes may see of a state, in words and ready to be drawn."""

from companion.game import Chance, Seat, Turn, View
from companion.games.zoon.alternate.fights import pair, worth
from companion.games.zoon.alternate.state import Fight, Piece, Shot, Show, State, Step, TurnUp
from companion.games.zoon.alternate.table import look
from companion.games.zoon.alternate.words import fighters, trump_beside
from companion.games.zoon.family.board import NAMES, ROOM
from companion.games.zoon.family.deck import sign
from companion.games.zoon.family.sheet import Corner
from companion.games.zoon.family.state import card_name, seat_name
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.family.view import aside, awaited, called, headline, may_go, named, notes
from companion.games.zoon.family.words import wall_words
from companion.language import _, several


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what lies open."""
    board, facts = dict(look(state).regions), state.agreed.facts
    about = {}
    for number, piece in enumerate(state.board):
        if piece is None:
            continue
        name, known = NAMES[number], possible(state, number) if not piece.up else ()
        seen = known[0] if len(known) == 1 and _may_look(state, piece, eyes) else ""
        if seen:
            board[name] = named(state, number, seen, board[name])
        about[name] = _about(state, number, piece, seen)
    pennies = tuple(
        ", ".join(trump_beside(state, one.trump, one.penny) for one in state.aside[seat]) for seat in (0, 1)
    )
    beside = [(_("Beside the board: {trumps}").format(trumps=row),) if row else () for row in pennies]
    return View(
        headline=headline(state),
        awaited=awaited(state),
        notes=notes(state),
        board=board,
        about=about | {wall.at: wall_words(facts, wall) for wall in state.walls} | _about_fight(state),
        aside=tuple(aside(state, seat, beside[seat]) for seat in (0, 1)),
    )


def headline_of_own(state: State, now: Turn) -> str:
    if state.phase == "fronts":
        return _("Turn up both front rows")
    return _("Fight!") if isinstance(now, Chance) else ""


def lay_words(_state: State, each: str, counts: set[int]) -> str:
    if counts == {ROOM}:
        return _("Lay twelve cards in the two rows nearest to you, as you like.")
    return _("Lay your cards in the two rows nearest to you, as you like ({each}).").format(each=each)


def step_words(state: State, step: Step | None) -> str:
    if isinstance(step, Fight | Shot):
        one, other = fighters(state, step)
        sums = worth(state, step)
        words = _("Both press to roll: {one} {value} against {other} {other_value}")
        return words.format(one=one, value=sums[0], other=other, other_value=sums[1])
    if isinstance(step, Show):
        words = _("{name}: turn up the card on {square} and put a penny on it, heads up.")
        return words.format(name=seat_name(state, step.seat), square=step.at)
    if isinstance(step, TurnUp):
        return several(
            "{name}: turn up one more card and put a penny on it, heads up.",
            "{name}: turn up {n} more cards and put a penny on each, heads up.",
            step.left,
            name=seat_name(state, step.seat),
        )
    return _("Turn up the row that faces the enemy and put a penny, heads up, on each card.")


def _may_look(state: State, piece: Piece, eyes: Seat | None) -> bool:
    """Everybody when it is over; before, only the owner in its own turn and not while a fight is due."""
    if state.over is not None:
        return True
    return eyes == piece.seat == state.turn and state.fight is None


def _about(state: State, number: int, piece: Piece, seen: str) -> str:
    if piece.cage:
        words = _("{card} under {trump} · an Obstacle")
        return words.format(card=card_name(state, piece), trump=called(state, piece.cage))
    said = _about_free(state, number, piece, seen)
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=called(state, piece.gear))


def _about_free(state: State, number: int, piece: Piece, seen: str) -> str:
    """A Zoon that is not caged, as far as these eyes may know it."""
    if not piece.up:
        if seen:
            return _("Face down: {card}").format(card=called(state, seen))
        return _("A face-down card of {name}").format(name=seat_name(state, piece.seat))
    assert piece.card is not None
    zoon = state.agreed.zoon(piece.card)
    corners = pair(zoon.corners, piece.penny)
    words = (
        _("{name} · penny on tails: {sum}") if piece.penny == "tails" else _("{name} · penny on heads: {sum}")
    )
    return words.format(name=zoon.name, sum=_sum(corners)) + may_go(state, number, piece)


def _about_fight(state: State) -> dict[str, str]:
    """The square of a fight whose dice are awaited: both sides and what they are worth."""
    step = state.step
    if not isinstance(step, Fight | Shot):
        return {}
    one, other = fighters(state, step)
    sums = worth(state, step)
    words = _("{one} {value} against {other} {other_value}")
    return {step.at: words.format(one=one, value=sums[0], other=other, other_value=sums[1])}


def _sum(corners: tuple[Corner, Corner]) -> str:
    one, two = map(sign, corners)
    if all(isinstance(c, int) for c in corners):
        return f"{one} + {two} = {sum(c for c in corners if isinstance(c, int))}"
    return f"{one} + {two}"
