"""What the stars do on a draw: at once where nobody has a choice, else as a step for the seat that chooses."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.changes import may_show, on_board
from companion.games.zoon.alternate.events import Moved, Swapped
from companion.games.zoon.alternate.routes import grid_moves
from companion.games.zoon.alternate.showing import face_breaches
from companion.games.zoon.alternate.state import Piece, State, Untidy
from companion.games.zoon.alternate.unseen import possible
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Star, board_with, star_squares
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import learnt, name_of
from companion.games.zoon.family.unseen import able
from companion.games.zoon.family.ways import follows_grid, let_move
from companion.language import _


def begun(state: State, own: str, other: str, *, attacked: bool) -> State:
    """The state with the star of the Zoon on `own` under way, after an ordinary draw; `other` is its opponent's square.

    `attacked`: the starred Zoon was the attacker. An effect that cannot be carried out falls away by itself.
    """
    piece = state.at(own)
    if piece is None or piece.card is None:
        return state
    zoon = state.agreed.zoon(piece.card)
    if zoon.star == "swap":
        return _traded(state, own, other)
    if zoon.star in ("again", "send"):
        return _asked(state, Star(piece.seat, zoon.id, own)) if attacked else state
    if zoon.star == "pull-other":
        return _asked(state, Star(1 - piece.seat, zoon.id, other))
    step = Star(piece.seat, zoon.id, own)
    if zoon.star == "trade":
        partners = tuple(trades(state, step))
        if len(partners) == 1 and partners[0].card is None and is_certain(state, step):
            return swapped(state, partners[0])
    return _asked(state, step)


def _asked(state: State, step: Star) -> State:
    return replace(state, todo=(*state.todo, step))


def squares(state: State, step: Star, number: int) -> tuple[int, ...]:
    """The empty squares that a star lets a Zoon go to without regard to its grid; "behind" is as its owner sees it."""
    piece = state.board[number]
    if piece is None:
        return ()
    return star_squares(state.agreed.zoon(step.card).star, state.is_free, piece.seat, number)


def star_breaches(state: State, step: Star, event: Moved, faces: tuple[str, ...]) -> Iterator[Breach]:
    """Whether a move is the one that a star asks for; grid and path are judged elsewhere."""
    zoon = state.agreed.zoon(step.card)
    rule, about = f"star-{zoon.species}", f"{name_of(state, event.start)} {event.start} → {event.to}"
    if zoon.star == "trade":
        wrong = True
    elif zoon.star == "send":
        wrong = not let_move(state, faces)
    else:
        there = zoon.star == "again" or NUMBERS[event.to] in squares(state, step, NUMBERS[event.start])
        wrong = not there or (zoon.star != "pull-own" and event.start != step.at)
    if wrong:
        yield Breach(rule, about)
    if not (follows_grid(state) or state.is_free(NUMBERS[event.to])):
        yield Breach("zo-32-obstacle", event.to)


def trades(state: State, step: Star) -> Iterator[Swapped]:
    """Every Zoon that the starred one may trade squares with, an event for each card that it may prove to be."""
    zoon = state.agreed.zoon(step.card)
    for number, piece in on_board(state, step.seat):
        if NAMES[number] == step.at:
            continue
        for face in possible(state, number):
            if state.agreed.zoon(face).species in zoon.partners:
                shows = face if not piece.up and stays_hidden(piece, step.at) is False else None
                yield Swapped(step.seat, step.at, NAMES[number], shows)
                if shows is None:
                    break


def stays_hidden(piece: Piece, to: str) -> bool:
    """Whether a Zoon would still lie face down on a square."""
    return not piece.up and BOARD.depth(piece.seat, NUMBERS[to]) == 0


def trade_breaches(state: State, step: Star, event: Swapped) -> Iterator[Breach]:
    """Whether two Zoons may trade squares by the star that is under way."""
    zoon = state.agreed.zoon(step.card)
    rule = f"star-{zoon.species}"
    about = f"{event.start} ↔ {event.to}"
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", about)
        return
    piece = state.at(event.to)
    if piece is None:
        yield Breach(rule, about)
        return
    if zoon.star != "trade" or event.start != step.at or piece.seat != step.seat or piece.cage:
        yield Breach(rule, about)
    faces = possible(state, NUMBERS[event.to])
    partners = [face for face in faces if state.agreed.zoon(face).species in zoon.partners]
    if not partners or (event.card is not None and event.card in faces and event.card not in partners):
        yield Breach(rule, about)
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", _("on {place}").format(place=event.to))
        return
    yield from face_breaches(state, event.to, event.card, must_show=False)
    if event.card is None and len(partners) > 1 and not stays_hidden(piece, step.at):
        yield Breach("za-09-turned-up", event.to)


def swapped(state: State, event: Swapped) -> State:
    """Two Zoons on each other's squares; one that leaves its back row is turned up."""
    one, other = state.at(event.start), state.at(event.to)
    if one is None or other is None or not may_show(state, other, event.card):
        return state
    before = other
    if not other.up:
        card = other.card or event.card
        if card is None and not stays_hidden(other, event.start):
            can = [f for f in possible(state, NUMBERS[event.to]) if _is_partner(state, one, f)]
            card = can[0] if len(can) == 1 else None
        if card is not None and other.card is None:
            state = learnt(state, other.seat, card)
        if card is not None and not stays_hidden(other, event.start):
            other = msgspec.structs.replace(other, card=card, up=True, penny="heads", claims=())
        elif card is None and one.card is not None:
            claim = Claim(event.to, event.start, one.card)
            claims = (*other.claims, claim) if able(state.agreed, other.seat, claim) else other.claims
            other = msgspec.structs.replace(other, card=None, up=False, penny=None, claims=claims)
        else:
            other = msgspec.structs.replace(other, card=card, up=False, penny=None, claims=())
    untidy = state.untidy
    if other.up and not before.up:
        untidy = (*untidy, Untidy("penny", event.start))
    board = board_with(state.board, {NUMBERS[event.start]: other, NUMBERS[event.to]: one})
    return replace(state, board=board, untidy=untidy)


def _is_partner(state: State, one: Piece, face: str) -> bool:
    return one.card is not None and state.agreed.zoon(face).species in state.agreed.zoon(one.card).partners


def _traded(state: State, own: str, other: str) -> State:
    """Opponents on each other's squares: King Louis."""
    one, two = state.at(own), state.at(other)
    board = board_with(state.board, {NUMBERS[own]: two, NUMBERS[other]: one})
    return replace(state, board=board)


def star_moves(state: State, step: Star, *, sure: bool = False) -> Iterator[Moved | Swapped]:
    """Every lawful way to carry out a star; `sure`: only with Zoons whose identity is known."""
    zoon = state.agreed.zoon(step.card)
    if zoon.star == "trade":
        yield from trades(state, step)
        return
    at = state.at(step.at)
    starred = [] if at is None or at.cage else [(NUMBERS[step.at], at)]
    for number, piece in on_board(state, step.seat) if zoon.star in ("send", "pull-own") else starred:
        if sure and piece.card is None:
            continue
        if zoon.star in ("send", "again"):
            yield from grid_moves(state, number, piece, let_move(state, possible(state, number)))
        else:
            shows = piece.card if piece.up else None
            for to in squares(state, step, number):
                yield Moved(step.seat, NAMES[number], NAMES[to], shows)


def is_certain(state: State, step: Star) -> bool:
    """Whether the star can surely be carried out, whatever the face-down cards are."""
    zoon = state.agreed.zoon(step.card)
    if zoon.star != "trade":
        return next(star_moves(state, step, sure=True), None) is not None
    known = [piece for _, piece in on_board(state, step.seat) if piece.card is not None]
    if any(state.agreed.zoon(piece.card or "").species in zoon.partners for piece in known):
        return True
    elsewhere = (
        *state.stock.reinforcements[step.seat],
        *state.stock.tomb[step.seat],
        *state.stock.off[step.seat],
    ).count(None)
    pool = [state.agreed.zoon(face).species in zoon.partners for face in state.stock.unseen[step.seat]]
    return sum(pool) > elsewhere
