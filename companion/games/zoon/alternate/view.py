"""What one pair of eyes may see of a state, in words and ready to be drawn."""

from companion.game import Chance, Over, Seat, Seats, View
from companion.games.zoon.alternate import table
from companion.games.zoon.alternate.events import Moved
from companion.games.zoon.alternate.fight import pair
from companion.games.zoon.alternate.fought import worth
from companion.games.zoon.alternate.routes import grid_moves
from companion.games.zoon.alternate.saying import called, fighters, trump_beside
from companion.games.zoon.alternate.state import Fight, Piece, Shot, Show, State, Step, TurnUp
from companion.games.zoon.family.board import NAMES, ROOM, March, Star
from companion.games.zoon.family.deck import sign
from companion.games.zoon.family.moves import march_moves, star_moves
from companion.games.zoon.family.sheet import Corner
from companion.games.zoon.family.state import card_name, seat_name, to_lay
from companion.games.zoon.family.turns import turn
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.family.words import beside_board, march_words, may_go_words, star_asks, wall_words
from companion.language import _, several
from companion.sight import Lying, Thing


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what lies open."""
    return View(
        headline=_headline(state),
        awaited=_awaited(state),
        notes=_notes(state),
        board=_board(state, eyes),
        about={NAMES[n]: _about(state, n, piece, eyes) for n, piece in enumerate(state.board) if piece}
        | {wall.at: wall_words(state.agreed.facts, wall) for wall in state.walls}
        | _about_fight(state),
        aside=tuple(_aside(state, seat) for seat in (0, 1)),
    )


def _headline(state: State) -> str:
    now = turn(state)
    if isinstance(now, Over):
        if not now.winners:
            return now.words
        return _("Victory for {name}: {why}").format(name=seat_name(state, now.winners[0]), why=now.words)
    if state.phase == "deploy":
        return _("Lay out both armies face down")
    if state.phase == "fronts":
        return _("Turn up both front rows")
    if state.phase == "lot":
        return _("Who begins?")
    if isinstance(now, Chance):
        return _("Fight!")
    assert isinstance(now, Seats)
    (seat,) = now.seats
    words = _("{name} to move") if state.step is None else _("{name} to act")
    return words.format(name=seat_name(state, seat))


def _awaited(state: State) -> str:
    if state.over is not None:
        return ""
    if state.phase == "deploy":
        return _lay_words(state)
    if state.phase == "fronts":
        return _("Turn up the row that faces the enemy and put a penny, heads up, on each card.")
    if state.phase == "lot":
        return _("Press to draw lots.")
    return _step_words(state, state.step)


def _lay_words(state: State) -> str:
    """How many cards each seat that is not ready yet lays out."""
    counts = {seat: to_lay(state, seat) for seat in (0, 1) if not state.ready[seat]}
    if set(counts.values()) == {ROOM}:
        return _("Lay twelve cards in the two rows nearest to you, as you like.")
    each = ", ".join(
        _("{name}: {n}").format(name=seat_name(state, seat), n=count) for seat, count in counts.items()
    )
    return _("Lay your cards in the two rows nearest to you, as you like ({each}).").format(each=each)


def _has_trump(state: State) -> bool:
    return bool(state.stock.hand[state.turn] or state.aside[state.turn])


def _step_words(state: State, step: Step | None) -> str:
    if step is None:
        if state.stock.reinforcements[state.turn]:
            return _("Move a Zoon, play a trump or lay a reinforcement.")
        return _("Move a Zoon or play a trump.") if _has_trump(state) else _("Move a Zoon.")
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
    if isinstance(step, March):
        return march_words(state.agreed.facts.trumps[step.trump], step)
    return star_asks(state.agreed.facts, step.card)


def _notes(state: State) -> tuple[str, ...]:
    notes = []
    for seat in (0, 1):
        emblem = state.agreed.emblem(seat)
        caged = any(p is not None and p.seat == seat and p.card == emblem and p.cage for p in state.board)
        if caged:
            words = _("The Emblem of {name} is caged: nobody can beat it any more.")
            notes.append(words.format(name=seat_name(state, seat)))
    return tuple(notes)


def _board(state: State, eyes: Seat | None) -> dict[str, Lying]:
    """What lies on each square; a seat that may look at its own face-down cards sees what is known of them."""
    board = dict(table.look(state).regions)
    for number, piece in enumerate(state.board):
        if piece is None or piece.up or not _may_look(state, piece, eyes):
            continue
        can = possible(state, number)
        if len(can) == 1:
            things = board[NAMES[number]]
            known = Thing("card", can[0], "down", state.agreed.decks[piece.seat], piece.seat)
            board[NAMES[number]] = tuple(known if t.face == "down" else t for t in things)
    return board


def _may_look(state: State, piece: Piece, eyes: Seat | None) -> bool:
    """Everybody when it is over; before, only the owner in its own turn and not while a fight is due."""
    if state.over is not None:
        return True
    return eyes == piece.seat == state.turn and state.fight is None


def _about(state: State, number: int, piece: Piece, eyes: Seat | None) -> str:
    if piece.cage:
        words = _("{card} under {trump} · an Obstacle")
        return words.format(card=card_name(state, piece), trump=called(state, piece.cage))
    said = _about_free(state, number, piece, eyes)
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=called(state, piece.gear))


def _about_free(state: State, number: int, piece: Piece, eyes: Seat | None) -> str:
    """A Zoon that is not caged, as far as these eyes may know it."""
    if not piece.up:
        can = possible(state, number)
        if _may_look(state, piece, eyes) and len(can) == 1:
            return _("Face down: {card}").format(card=called(state, can[0]))
        return _("A face-down card of {name}").format(name=seat_name(state, piece.seat))
    assert piece.card is not None
    zoon = state.agreed.zoon(piece.card)
    corners = pair(zoon.corners, piece.penny)
    words = (
        _("{name} · penny on tails: {sum}") if piece.penny == "tails" else _("{name} · penny on heads: {sum}")
    )
    said = words.format(name=zoon.name, sum=_sum(corners))
    squares = _may_go(state, number, piece)
    return said if squares is None else f"{said} · {may_go_words(squares)}"


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


def _may_go(state: State, number: int, piece: Piece) -> list[str] | None:
    """Where a Zoon may go now; None while it is not for it to move."""
    if state.phase != "play" or state.over is not None:
        return None
    step, name = state.step, NAMES[number]
    if step is None:
        if piece.seat != state.turn:
            return None
        moves = [event.to for event in grid_moves(state, number, piece, possible(state, number))]
    elif isinstance(step, March):
        moves = [event.to for event in march_moves(state, step) if event.start == name]
    elif isinstance(step, Star) and piece.seat == step.seat:
        moves = [e.to for e in star_moves(state, step) if isinstance(e, Moved) and e.start == name]
    else:
        return None
    return sorted(set(moves))


def _aside(state: State, seat: int) -> tuple[str, ...]:
    """What lies beside the board of one seat: trumps by name, those with a penny beside the board, piles by number."""
    rows = ", ".join(trump_beside(state, aside.trump, aside.penny) for aside in state.aside[seat])
    pennies = (_("Beside the board: {trumps}").format(trumps=rows),) if rows else ()
    piles = {
        "hand": state.stock.hand[seat],
        "reinforcements": state.stock.reinforcements[seat],
        "tomb": state.stock.tomb[seat],
        "off": state.stock.off[seat],
    }
    return beside_board(state.agreed.facts, piles, open_=state.over is not None, more=pennies)
