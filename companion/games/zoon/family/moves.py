"""Who may move and where, and what trumps do: what blocks a way, what a fight leaves, Zoons that trade squares.

Under control a trump moves the rival's Zoons, and their grids are read as the controller sees them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from companion.game import Contest, Event, Side, Violation
from companion.games.zoon.family.deck import BEHIND, BOARD, ZONES, Facts, Trump
from companion.games.zoon.family.events import Deed
from companion.games.zoon.family.grids import Way
from companion.games.zoon.family.state import NAMES, NUMBERS, WORDS, Claim, S, Wall, ZoonState, depth, steps
from companion.games.zoon.family.tribes import Agreed
from companion.kits.grid import EIGHT
from companion.language import _, joined

MOVES = ("march", "pull-back", "control")
"""Effects of trumps that move Zoons."""


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Something that this seat must do before the turn ends."""

    fights: ClassVar[bool] = False  # it is a fight
    in_fights: ClassVar[bool] = False  # it belongs to a fight and lies above it
    owed: ClassVar[bool] = False  # no override makes it pointless
    seat: int

    asks: ClassVar[Callable[..., str]]
    """What people are to do, in words."""
    _misfit: ClassVar[Callable[..., str]]

    def headline(self, state: Any) -> str:
        """The seat that is to do it, in words."""
        return _("{name} to act").format(name=state.seat_name(self.seat))

    def misfit(self, state: Any) -> str:
        """What is wrong with the step where it stands, in words that begin with its field; empty: nothing."""
        return self._misfit(state) if self.seat in (0, 1) else f"seat: expected 0 or 1, found {self.seat}"

    early: ClassVar[Callable[..., tuple[Violation, ...]]]
    """The rules that an event breaks by its time and turn while this is due."""

    def is_idle(self, _state: Any) -> bool:
        """Whether nobody could do anything for it, as far as everybody knows, so that it falls away by itself."""
        return False

    # What a move is while it is due.

    def follows_grid(self, _agreed: Agreed) -> bool:
        """Whether the move keeps to the printed grid; else a card says where it goes."""
        return True

    def let_move(self, _agreed: Agreed, faces: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the faces that may move."""
        return faces

    def moves_enemies(self, _agreed: Agreed, _square: str) -> bool:
        """Whether this seat moves the other's Zoon on a square."""
        return False


class Battle(Step, frozen=True):
    """A fight for the square `at`, or a shot at it."""

    fights: ClassVar[bool] = True
    at: str

    names: ClassVar[Callable[..., tuple[str, str]]]
    """Both sides by name, the attacker's or the trump's first."""

    def seats(self, state: ZoonState) -> tuple[int, int]:
        """The seat that attacks or shoots, and the seat of the attacked Zoon."""
        defender = state.at(self.at)
        return self.seat, 1 - self.seat if defender is None else defender.seat

    def came_to(
        self, state: Any, kind: str, result: Any, scores: Sequence[str], back: str, dice: Sequence[int | None]
    ) -> tuple[str, Contest]:
        """The result in a sentence and as a contest, the winner first.

        `kind`: key of the words for it; `scores`: how the number of each side came about; `back`: where the attacker
        steps back to on a draw.
        """
        names, winner = self.names(state), {"attacker": 0, "defender": 1}.get(result.won)
        first, last = (1, 0) if winner == 1 else (0, 1)
        table = "duel" if state.agreed.game.hidden else "fight"
        starred = names[1 if result.star == "defender" else 0]
        parts = {"name": starred, "square": back, "trump": names[0], "struck": names[1]}
        one, two = (f"{names[n]} {scores[n]}" for n in (first, last))
        said = _(WORDS[table][kind]).format(one=one, two=two, **parts)
        words = _(WORDS[f"{table}-contest"][kind]).format(one=names[first], two=names[last], **parts)
        more = _(WORDS[f"{table}-more"].get(kind, "")).format(**parts)
        return said, Contest(words, tuple(map(Side, self.seats(state), names, scores, dice)), winner, more)


class Effect(Step, frozen=True):
    """Moves that a trump or a star allows to this seat, until it stops."""

    moves: ClassVar[Callable[..., Iterator[Any]]]
    """Every lawful way to carry it out; `sure`: with Zoons of known identity only."""
    violations: ClassVar[Callable[..., Iterator[Violation]]]
    """Violations of moving a Zoon by it; grid and path are judged elsewhere."""
    stop_violations: ClassVar[Callable[..., Iterator[Violation]]]
    """Violations of ending it here."""
    by: ClassVar[Any]
    """The card that lets it."""

    def begun(self) -> tuple[Step, ...]:
        """The steps left of it once a Zoon has moved by it."""
        return ()

    def early(self, state: ZoonState, event: Deed) -> tuple[Violation, ...]:
        """Only its own moves may come."""
        if event.answers:
            return event.unasked(state)
        fits = isinstance(event, Moved | Stopped) or (isinstance(self, Star) and isinstance(event, Swapped))
        if fits and event.seat == self.seat:
            return ()
        about = f"{state.agreed.facts.name(self.by)}: {state.seat_name(self.seat)}"
        return (Violation("zo-19-carry-out-first", about),)

    def lawful(self, state: ZoonState) -> Iterator[Any]:
        yield from self.moves(state)
        stop = Stopped(self.seat)
        if next(stop.violations(state), None) is None:
            yield stop

    def is_idle(self, state: ZoonState) -> bool:
        return next(self.moves(state.public()), None) is None


class March(Effect, frozen=True, tag="march"):
    """This seat moves up to `left` more Zoons by a trump; `made` of them have moved."""

    trump: str
    left: int
    made: int = 0

    def mover(self, agreed: Agreed) -> int:
        """The seat whose Zoons the trump moves: the other one if it takes control of them."""
        return 1 - self.seat if agreed.facts.trumps[self.trump].does == "control" else self.seat

    def follows_grid(self, agreed: Agreed) -> bool:
        return agreed.facts.trumps[self.trump].does != "pull-back"

    def let_move(self, agreed: Agreed, faces: tuple[str, ...]) -> tuple[str, ...]:
        of = agreed.facts.trumps[self.trump].of
        return tuple(face for face in faces if agreed.zoon(face).type in of) if of else faces

    def moves_enemies(self, agreed: Agreed, _square: str) -> bool:
        return self.mover(agreed) != self.seat

    @property
    def by(self) -> str:
        return self.trump

    def begun(self) -> tuple[Step, ...]:
        return (March(self.seat, self.trump, self.left - 1, self.made + 1),)

    def stop_violations(self, state: ZoonState) -> Iterator[Violation]:
        if not self.made and next(self.moves(state, sure=True), None) is not None:
            yield Violation("zo-29-at-least-one", state.agreed.facts.name(self.by))

    def moves(self, state: ZoonState, *, sure: bool = False) -> Iterator[Any]:
        seat, owner = self.seat, self.mover(state.agreed)
        for number, faces in state.all_faces(owner).items():
            piece = state.board[number]
            if piece.moved == self.trump or (sure and piece.card is None):
                continue
            can = self.let_move(state.agreed, faces)
            if can and self.follows_grid(state.agreed):
                yield from grid_moves(state, number, can, seat)
            elif can:
                behind = filter(state.is_free, steps(seat, BEHIND)[number])
                yield from (moved(state, seat, number, to) for to in behind)

    def is_idle(self, state: ZoonState) -> bool:
        return self.left <= 0 or super().is_idle(state)

    def violations(self, state: ZoonState, event: Any, faces: tuple[str, ...]) -> Iterator[Violation]:
        trump = state.agreed.facts.trumps[self.trump]
        piece, about = state.board[NUMBERS[event.start]], state.called_on(event.start)
        if piece.seat != self.mover(state.agreed):
            rule = "s2-own-zoons" if piece.seat != self.seat else "zo-11-control"
            yield Violation(rule, f"{trump.name}: {about}")
        if piece.moved == self.trump:
            yield Violation("s2-different-zoons", about)
        if not self.let_move(state.agreed, faces):
            yield Violation("s2-trumps-for-a-type", f"{trump.name}: {about}")
        if self.follows_grid(state.agreed):
            return
        if NUMBERS[event.to] not in steps(piece.seat, BEHIND)[NUMBERS[event.start]]:
            yield Violation("card-poudre-descampette", f"{event.start} → {event.to}")
        if not state.is_free(NUMBERS[event.to]):
            yield Violation("card-onto-an-empty-square", event.to)

    def asks(self, state: ZoonState) -> str:
        trump = state.agreed.facts.trumps[self.trump]
        words = WORDS["march"][f"{trump.does}-more" if self.made else trump.does]
        return _(words).format(trump=trump.name, n=self.left)

    def _misfit(self, state: ZoonState) -> str:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or trump.does not in MOVES:
            return f"trump: no trump of this name moves Zoons, found {self.trump!r}"
        if self.trump not in state.agreed.trumps[self.seat]:
            return f"trump: {self.trump} is no trump of seat {self.seat}"
        return "" if self.left <= trump.moves else f"left: expected at most {trump.moves}, found {self.left}"


class Star(Effect, frozen=True, tag="star"):
    """This seat carries out the star of `card` with, or from, the Zoon on `at`."""

    card: str
    at: str

    def targets(self, state: ZoonState, number: int) -> tuple[int, ...]:
        """The squares that the star lets the Zoon on a square go to; "behind" is as its owner sees it."""
        star, near = state.agreed.zoon(self.card).star, tuple(range(len(BOARD)))
        if star != "relocate":
            seat = state.board[number].seat
            near = steps(seat, EIGHT if star == "slide" else BEHIND)[number]
        return tuple(to for to in near if state.is_free(to))

    def follows_grid(self, agreed: Agreed) -> bool:
        return agreed.zoon(self.card).star in ("again", "send")

    def let_move(self, agreed: Agreed, faces: tuple[str, ...]) -> tuple[str, ...]:
        star = agreed.zoon(self.card)
        if star.star != "send":
            return faces
        return tuple(face for face in faces if agreed.zoon(face).species in star.partners)

    def moves_enemies(self, _agreed: Agreed, square: str) -> bool:
        return self.at == square

    @property
    def by(self) -> str:
        return self.card

    def stop_violations(self, state: ZoonState) -> Iterator[Violation]:
        if self.is_certain(state):
            yield Violation("zo-19-must-if-possible", state.agreed.facts.name(self.by))

    def moves(self, state: ZoonState, *, sure: bool = False) -> Iterator[Any]:
        game, star = state.agreed.game, state.agreed.zoon(self.card).star
        if star == "trade":
            yield from self.trades(state)
            return
        zoons = state.zoons_of(self.seat)
        if star not in ("send", "pull-own"):
            number = NUMBERS[self.at]
            at = state.board[number]
            zoons = [] if at is None or at.cage else [(number, at)]
        for number, piece in zoons:
            if sure and piece.card is None and (star == "send" or not game.hidden):
                continue
            if star in ("send", "again"):
                can = self.let_move(state.agreed, state.possible(number))
                yield from grid_moves(state, number, can, piece.seat)
            else:
                targets = self.targets(state, number)
                yield from (moved(state, self.seat, number, to) for to in targets)

    def trades(self, state: ZoonState) -> Iterator[Any]:
        """Every Zoon that the starred one may trade squares with, as `moves` are."""
        game, zoon = state.agreed.game, state.agreed.zoon(self.card)
        for number, faces in state.all_faces(self.seat).items():
            fits = [face for face in faces if state.agreed.zoon(face).species in zoon.partners]
            if not fits or NAMES[number] == self.at:
                continue
            event = game.swapped(self.seat, self.at, NAMES[number])
            shows = not game.hidden and state.board[number].leaves_back_row(self.at)
            yield from (replace(event, card=face) for face in fits) if shows else (event,)

    def violations(self, state: ZoonState, event: Any, faces: tuple[str, ...]) -> Iterator[Violation]:
        zoon = state.agreed.zoon(self.card)
        if zoon.star == "send":
            fits = bool(self.let_move(state.agreed, faces))
        else:
            there = zoon.star == "again" or NUMBERS[event.to] in self.targets(state, NUMBERS[event.start])
            fits = there and zoon.star != "trade" and (zoon.star == "pull-own" or event.start == self.at)
        if not fits:
            yield Violation(f"star-{zoon.species}", event.about(state, None))
        if not (self.follows_grid(state.agreed) or state.is_free(NUMBERS[event.to])):
            yield Violation("zo-32-obstacle", event.to)

    def is_certain(self, state: ZoonState) -> bool:
        """Whether it can be carried out for certain, however the unknown cards turn out."""
        zoon, seat, agreed = state.agreed.zoon(self.card), self.seat, state.agreed
        if zoon.star != "trade":
            return next(self.moves(state, sure=True), None) is not None

        def fits(card: str) -> bool:
            return agreed.zoon(card).species in zoon.partners

        if any(piece.card is not None and fits(piece.card) for _n, piece in state.zoons_of(seat)):
            return True
        # Unknown partners may all lie off the board or in cages: only a surplus proves one on the board.
        elsewhere = state.away(seat).count(None)
        if agreed.game.hidden:
            caged = (p.seat == seat and p.card is None and bool(p.cage) for p in state.board if p is not None)
            elsewhere += sum(caged)
        return sum(map(fits, state.stock.unseen[seat])) > elsewhere

    def asks(self, state: ZoonState) -> str:
        facts = state.agreed.facts
        zoon = facts.zoon(self.card)
        names = dict.fromkeys(one.name for one in facts.zoons.values() if one.species in zoon.partners)
        words = WORDS["star"].get(zoon.star or "", WORDS["star"]["other"])
        return _(words).format(name=zoon.name, partners=joined(list(names), either=True))

    def _misfit(self, state: ZoonState) -> str:
        wrong = misfit_of_square(state, self.at)
        if wrong:
            return wrong
        agreed, piece = state.agreed, state.board[NUMBERS[self.at]]
        zoon = agreed.facts.zoons.get(self.card)
        if zoon is None or zoon.star is None:
            return f"card: no Zoon of this name has a star, found {self.card!r}"
        pulled = zoon.star == "pull-other"
        owner = 1 - self.seat if pulled else self.seat
        army, whose = agreed.armies[owner], f"not in the army of seat {owner}"
        if agreed.game.hidden:
            army, whose = (*agreed.armies[0], *agreed.armies[1]), "in neither army"
        if self.card not in army:
            return f"card: {self.card} is {whose}"
        own = piece.card == self.card and (agreed.game.hidden or piece.seat == self.seat)
        return "" if pulled or own else f"at: {self.at} is not where the star of {self.card} is due"


def misfit_of_square(state: ZoonState, at: str) -> str:
    """What is wrong with the square of a step on which a Zoon has to lie."""
    if at not in NUMBERS:
        return f"at: expected a square a1 … f6, found {at!r}"
    return "" if state.board[NUMBERS[at]] is not None else f"at: no Zoon lies on {at}"


def follows_grid(state: ZoonState) -> bool:
    """Whether the move that is due keeps to the printed grid."""
    return state.step is None or bool(state.step.follows_grid(state.agreed))


def moves_enemies(state: ZoonState, square: str) -> bool:
    """Whether what is due makes one seat move the other's Zoon on this square."""
    return state.step is not None and bool(state.step.moves_enemies(state.agreed, square))


def moved(state: ZoonState, seat: int, start: int, to: int) -> Any:
    """The event of a seat that moves a Zoon without regard to its grid, named while it lies face up."""
    piece, game = state.board[start], state.agreed.game
    event = game.moved(seat, NAMES[start], NAMES[to])
    return replace(event, card=piece.card) if piece.up and not game.hidden else event


def begins(state: S, seat: int, trump: Trump) -> S:
    return replace(state, todo=(*state.todo, March(seat, trump.id, trump.moves)))


def star_begun(state: S, own: str, other: str, *, attacked: bool) -> S:
    """The state with the star of the Zoon on `own` under way, after the retreat; `other` is its opponent's square.

    `attacked`: it was the attacker. A choice that everybody knows to have one answer is made at once; an effect that
    cannot be carried out lapses.
    """
    piece = state.board[NUMBERS[own]]
    zoon = state.agreed.zoon(piece.card)
    if zoon.star == "swap":
        return state.put({NUMBERS[own]: state.board[NUMBERS[other]], NUMBERS[other]: piece})
    if zoon.star is None or (zoon.star in ("again", "send") and not attacked):
        return state
    step = Star(piece.seat, zoon.id, own)
    if zoon.star == "pull-other":
        step = Star(1 - piece.seat, zoon.id, other)
    asked = replace(state, todo=(*state.todo, step))
    if zoon.star == "trade":
        public = asked.public()
        partners = list(step.trades(public))
        if len(partners) == 1 and partners[0].card is None and step.is_certain(public):
            swapped: S = partners[0].swapped(state)
            return swapped
    return asked


def after_fight(state: S, at: str, pair: tuple[Any, Any], won: str, star: str | None, back: str) -> S:
    """The state once two Zoons have fought on `at`, the attacker first in their `pair`.

    On a draw `star` is the side whose star does its work, if any, and the attacker steps back to `back`.
    """
    attacker, defender = pair
    starred = {"attacker": attacker, "defender": defender}.get(star or "")
    if starred is not None and state.agreed.zoon(starred.card).star == "slay":
        won = star or won
    game, here = state.agreed.game, NUMBERS[at]
    winner, loser = (attacker, defender) if won == "attacker" else (defender, attacker)
    lies, left = winner.rested(at)
    if won in ("attacker", "defender"):
        off = game.untidy("off", at, loser, beneath=won == "attacker")
        return replace(state.put({here: lies}), untidy=(*state.untidy, off, left)).beaten(loser)
    # A draw: the attacker steps back, then the one star that shows does its work.
    if not state.is_free(NUMBERS[back]):
        # The people put something on that square: they must say where the attacker is.
        untidy = (*state.untidy, game.untidy("off", at, attacker), left)
        return replace(state.put({here: lies}), untidy=untidy).taken_off(attacker)
    stepped, left_back = attacker.rested(back)
    untidy = (
        *state.tidied(back),
        game.untidy("off", at, attacker, to=back),
        left,
        game.untidy("come", back),
        left_back,
    )
    drawn = replace(state.put({here: lies, NUMBERS[back]: stepped}), untidy=untidy)
    if star is None:
        return drawn
    own, other = (back, at) if star == "attacker" else (at, back)
    acted = star_begun(drawn, own, other, attacked=star == "attacker")
    if acted.board is drawn.board:
        return acted
    # Zoons traded squares at once: any stage of it may still be seen.
    fighters = {lies: defender, stepped: attacker}
    moved = [NAMES[n] for n, piece in enumerate(acted.board) if piece != drawn.board[n]]
    untidy = acted.tidied(at, back, *moved)
    squares = dict.fromkeys((at, back, *moved))
    for square in squares if game.hidden else sorted(squares, key=NAMES.index):
        number = NUMBERS[square]
        before, now = drawn.board[number], acted.board[number]
        if square == at:
            untidy = (*untidy, game.untidy("other", square, defender, over=attacker, to=back))
        elif square == back:
            untidy = (*untidy, game.untidy("come", square))
        if before not in (None, now):
            was = fighters.get(before, before) if game.hidden else before
            untidy = (*untidy, game.untidy("other", square, was))
        if now in fighters:
            untidy = (*untidy, fighters[now].rested(square)[1])
    return replace(acted, untidy=untidy)


def shot_at(state: S, at: str, target: Any, *, struck: bool) -> S:
    """The state once a trump has shot at a Zoon."""
    game, here = state.agreed.game, NUMBERS[at]
    if struck:
        untidy = (*state.tidied(at), game.untidy("off", at, target))
        return replace(state.put({here: None}), untidy=untidy).beaten(target)
    lies, left = target.rested(at)
    return replace(state.put({here: lies}), untidy=(*state.untidy, left))


@lru_cache(maxsize=65536)
def reach(
    facts: Facts, seat: int, square: int, faces: tuple[str, ...], gear: str
) -> Mapping[int, tuple[Way, ...]]:
    """Every square that the grids of these faces lead to, with the ways to it, read with that seat at its near edge."""
    found: dict[int, tuple[Way, ...]] = {}
    for face in faces:
        for to, printed in facts.ways(face, seat, square, gear).items():
            held = found.get(to, ())
            found[to] = (*held, *(way for way in printed if way not in held))
    return found


def grid_moves(state: ZoonState, number: int, faces: tuple[str, ...], by: int) -> Iterator[Any]:
    """Every lawful move of one Zoon along the grids of these faces; `by`: the seat that moves it.

    Where a move shows the Zoon, there is an event for each card that it may prove to be.
    """
    facts, game, board, walls = state.agreed.facts, state.agreed.game, state.board, state.obstacles
    hidden, moved, start, piece = game.hidden, game.moved, NAMES[number], board[number]
    slid: set[int] = set()
    for face in faces[:1] if hidden else faces:
        can = faces if hidden else (face,)
        for to, ways in reach(facts, by, number, can, piece.gear).items():
            there = board[to]
            if there is None:
                if to in walls:
                    continue
            elif there.seat == by or there.cage:
                continue
            if ways[0].between and not state.is_any_open(ways):
                continue
            if not hidden and (piece.up or there is not None or depth(piece.seat, to) > 0):
                yield moved(by, start, NAMES[to], face)
            elif to not in slid:
                slid.add(to)
                yield moved(by, start, NAMES[to])


def walked(
    state: ZoonState,
    seat: int,
    ends: tuple[int, int],
    faces: tuple[str, ...],
    gear: str,
    path: tuple[str, ...],
) -> list[Way]:
    """The ways between two squares by these faces, along the `path` if one is told; open ones first."""
    ways = reach(state.agreed.facts, seat, ends[0], faces, gear).get(ends[1], ())
    fitting = [way for way in ways if not path or tuple(NAMES[n] for n in way.path) == path]
    if len(fitting) > 1:
        fitting.sort(key=lambda way: not state.is_any_open((way,)))
    return fitting


class Moved(Deed, frozen=True):
    """A Zoon went from one square to another, onto an enemy to attack it."""

    is_like: ClassVar[bool] = True
    seat: int
    start: str = msgspec.field(name="from")
    to: str

    gone: ClassVar[Callable[..., Any]]
    """The state once a Zoon has gone between two squares; `todo` is then due, `by` is what let it move."""

    def about(self, state: ZoonState, card: str | None) -> str:
        """The move as a rule broken by it names it; if Zoons lie open, with the name, or that of the shown `card`."""
        agreed, move = state.agreed, f"{self.start} → {self.to}"
        if agreed.game.hidden:
            return move
        piece, name = state.board[NUMBERS[self.start]], state.name_of(self.start)
        if piece is not None and not piece.up and card is not None and card in agreed.facts.zoons:
            name = agreed.facts.name(card)
        return f"{name} {move}"

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        agreed, step, start, to = state.agreed, state.step, NUMBERS.get(self.start), NUMBERS.get(self.to)
        if start is None or to is None:
            yield Violation("ours-squares", f"{self.start} → {self.to}")
            return
        piece = state.board[start]
        if piece is None:
            yield Violation("ours-something-there", self.start)
            return
        against = moves_enemies(state, self.start)
        if piece.seat != self.seat and not against:
            yield Violation("s2-own-zoons", state.called_on(self.start))
        if piece.cage:
            yield Violation("zo-28-caged", self.start)
        faces = state.faces_of(piece)
        if piece.card is None and self.card is not None and self.card in agreed.armies[piece.seat]:
            faces = (self.card,)
        if isinstance(step, Effect):
            yield from step.violations(state, self, faces)
        if step is None or step.follows_grid(agreed):
            # Geometry first, then what stands in the way.
            reader = self.seat if agreed.game.hidden or against else piece.seat
            can, target = (step and step.let_move(agreed, faces)) or faces, state.board[to]
            ways = walked(state, reader, (start, to), can, piece.gear, getattr(self, "path", ()))
            if not ways:
                yield Violation("zo-07-not-on-its-grid", self.about(state, self.card))
            if (target is None and state.is_walled(to)) or (target is not None and target.cage):
                yield Violation("zo-32-obstacle", self.to)
            if target is not None and target.seat == self.seat:
                yield Violation("zo-08-not-onto-a-friend", state.card_on(target, self.to))
            if ways and not state.is_any_open(ways[:1]):
                yield Violation("zo-08-blocked-path", self.about(state, self.card))
        yield from self.shown_violations(state, piece)

    def shown_violations(self, _state: Any, _piece: Any) -> Iterator[Violation]:
        """Whether the cards that it shows can be those that lay there."""
        return iter(())

    def after(self, state: Any) -> Any:
        """The board after the move, lawful or not; an attack leaves a fight to be settled."""
        start, to, step = NUMBERS.get(self.start), NUMBERS.get(self.to), state.step
        piece = state.board[start] if start is not None else None
        if start is None or to is None or piece is None or start == to:
            return state
        if not isinstance(step, Effect):
            return self.gone(state, piece, (start, to), state.todo, "")
        if isinstance(step, March):
            piece = replace(piece, moved=step.by)
        return self.gone(state, piece, (start, to), (*state.todo[:-1], *step.begun()), step.by)

    def words(self, state: ZoonState, piece: str, met: str) -> str:
        """The sentence for a Zoon that went somewhere; `met` is what it attacks there."""
        said = _("{name}: {piece} {start} → {to}").format(
            name=state.seat_name(self.seat), piece=piece, start=self.start, to=self.to
        )
        return _("{move}, attacks {card}").format(move=said, card=met) if met else said


class Swapped(Deed, frozen=True):
    """Two Zoons of a seat traded squares by a star: the starred one stood on `from`."""

    is_like: ClassVar[bool] = True
    seat: int
    start: str = msgspec.field(name="from")
    to: str

    def unasked(self, state: ZoonState) -> tuple[Violation, ...]:
        return (*super().unasked(state), Violation("ours-nothing-to-stop"))

    trade_violations: ClassVar[Callable[..., Iterator[Violation]]]
    """Whether the star that is due lets these two trade squares."""
    swapped: ClassVar[Callable[..., Any]]
    """The state once both have traded squares."""

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        about = f"{self.start} ↔ {self.to}"
        if not isinstance(state.step, Star):
            yield Violation("zo-19-carry-out-first", about)
        elif self.start not in NUMBERS or self.to not in NUMBERS:
            yield Violation("ours-squares", about)
        else:
            zoon = state.agreed.zoon(state.step.card)
            yield from self.trade_violations(state, zoon, Violation(f"star-{zoon.species}", about))

    def after(self, state: Any) -> Any:
        todo = state.todo[:-1] if isinstance(state.step, Star) else state.todo
        begun = replace(state, untidy=state.tidied(self.start, self.to), todo=todo)
        done = self.swapped(begun)
        return state if done is begun else done


class Stopped(Deed, frozen=True):
    """A seat moves no further Zoon by its trump, or cannot do what a star asks for."""

    told: ClassVar[bool] = True
    seat: int

    def unasked(self, state: ZoonState) -> tuple[Violation, ...]:
        return (*super().unasked(state), Violation("ours-nothing-to-stop"))

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        if not isinstance(state.step, Effect):
            yield Violation("ours-nothing-to-stop")
        else:
            yield from state.step.stop_violations(state)

    def after(self, state: ZoonState) -> ZoonState:
        return replace(state, todo=state.todo[:-1]) if isinstance(state.step, Effect) else state

    def said(self, state: ZoonState) -> str:
        words, step = _("{name} moves no further Zoon"), state.step
        if state.agreed.game.hidden and not (isinstance(step, March) and step.made):
            words = _("{name} moves no Zoon")
        return words.format(name=state.seat_name(self.seat))


LAID = ("wall", "terrain", "zoon")
"""Effects of trumps that are laid on an empty square."""

Faces = Mapping[int, tuple[str, ...]]


class PlayedTrump(Deed, frozen=True):
    """A seat played a trump: on or at the square `at`, shot by the Zoon on `shooter`."""

    is_like: ClassVar[bool] = True
    seat: int
    trump: str
    at: str | None = None
    by: str | None = msgspec.field(name="shooter", default=None)

    born: ClassVar[Callable[..., Any]]
    """The state once a trump that becomes a Zoon lies there."""
    caged: ClassVar[Callable[..., Any]]
    """The state once a cage lies on the Zoon there."""
    shot: ClassVar[Callable[..., Any]]
    """The state once a shot at the Zoon there is to be settled."""

    def each_copy(self, _state: Any) -> Iterator[Event]:
        """The same with each copy of the trump that differs."""
        yield self

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or self.trump not in held(state, self.seat):
            yield Violation("s2-trumps-in-hand", trump.name if trump else self.trump)
        if trump is not None:
            yield from self.aim_violations(state, trump)

    def aim_violations(self, state: ZoonState, trump: Trump) -> Iterator[Violation]:
        """The rules that playing it breaks, except those of time, turn and owner."""
        seat, at, by = self.seat, self.at, self.by
        # A trump that moves Zoons has no target: one lawful move is enough.
        if trump.does in MOVES:
            begun = begins(state, seat, trump)
            if next(begun.step.moves(begun), None) is None:
                yield Violation("zo-29-at-least-one", trump.name)
            if not is_usable(state, trump, state.all_faces(seat)):
                yield Violation("s2-trumps-for-a-type", trump.name)
            return
        if at not in NUMBERS or at is None:
            yield Violation("ours-squares", f"{trump.name} → {at}")
            return
        # Every other trump is aimed at a square, within its zone.
        about, target = f"{trump.name} → {at}", state.board[NUMBERS[at]]
        is_within = depth(seat, NUMBERS[at]) < ZONES.get(trump.aim, BOARD.rows)
        is_foe = target is not None and target.seat != seat and not target.cage
        if trump.does == "shot":
            if trump.shots:
                # Who may shoot: an own Zoon, free, and of a type that may use the trump.
                shooter = state.at(by)
                if shooter is None or shooter.seat != seat:
                    yield Violation("s2-shooter", f"{trump.name}: {by or '?'}")
                if shooter is None or by is None:
                    return
                if shooter.cage:
                    yield Violation("zo-28-caged", by)
                if not _some(state, state.possible(NUMBERS[by]), trump.usable_by):
                    yield Violation("s2-trumps-for-a-type", f"{trump.name}: {state.called_on(by)}")
            if not is_foe:
                yield Violation("s2-shots-strike-enemies", about)
            if trump.shots:
                if NUMBERS[at] not in steps(seat, trump.shots)[NUMBERS[str(by)]]:
                    yield Violation("s2-shot-grid", f"{trump.name}: {by} → {at}")
                return
            if not is_within:
                yield Violation("card-own-camp", about)
        elif trump.does in LAID:
            empty = state.is_free(NUMBERS[at]) and state.wall_at(at) is None
            if not empty or not is_within:
                rules = {"wall": "card-mur-darbres", "terrain": "zo-31-terrain"}
                yield Violation(rules.get(trump.does, "zo-50-zoon-trump"), about)
        elif trump.does == "gear":
            if target is None or target.seat != seat or not is_within:
                yield Violation("zo-49-gear", about)
            if target is None:
                return
            if target.cage:
                yield Violation("zo-28-caged", at)
            if target.gear:
                yield Violation("zo-49-one-gear", at)
            if not _some(state, state.possible(NUMBERS[at]), trump.of):
                yield Violation("s2-trumps-for-a-type", f"{trump.name}: {state.called_on(at)}")
        elif not is_foe or not is_within:
            yield Violation("card-cage-de-racines", at)
        if not is_usable(state, trump, state.all_faces(seat)):
            yield Violation("s2-trumps-for-a-type", trump.name)

    def carried_out(self, state: Any, trump: Trump) -> Any:
        """The state after the trump's effect, lawful or not; the same object if nothing changes."""
        seat, at = self.seat, self.at
        if trump.does in MOVES:
            return begins(served(state, seat, trump), seat, trump)
        if at not in NUMBERS or at is None:
            return state
        target = state.board[NUMBERS[at]]
        if trump.does in LAID:
            state = replace(state.taken("hand", seat, trump.id), untidy=state.tidied(at))
            if trump.does == "zoon":
                return self.born(state, at, trump)
            wall = Wall(at, seat, trump.id, trump.does == "wall" or trump.blocks)
            return replace(state, walls=tuple(sorted((*state.walls, wall), key=lambda one: one.at)))
        own = target is not None and target.seat == seat
        idle = {"cage": own or (target and target.cage), "gear": not own or (target and target.gear)}
        if target is None or idle.get(trump.does):
            return state
        if trump.does == "shot":
            return self.shot(state, at, trump)
        state = replace(state.taken("hand", seat, trump.id), untidy=state.tidied(at))
        if trump.does == "cage":
            return self.caged(state, at, target, trump)
        claims = state.claimed(target, Claim(at, at, trump.id)) if trump.of else target.claims
        return state.put({NUMBERS[at]: replace(target, gear=trump.id, claims=claims)})

    def words(self, state: ZoonState, trump: str, met: str) -> str:
        """The sentence for a trump; `met` is what lies where it is laid, or what it shoots at."""
        words = _("{name} plays {trump} at {card} on {square}")
        if self.at is None:
            words = _("{name} plays {trump}")
        elif not met:
            words = _("{name} plays {trump} on {square}")
        elif self.by:
            words = _("{name} plays {trump} from {by} at {card} on {square}")
        name = state.seat_name(self.seat)
        return words.format(name=name, trump=trump, by=self.by, card=met, square=self.at)


def is_usable(state: ZoonState, trump: Trump, faces: Faces) -> bool:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    return not trump.usable_by or _some(state, chain.from_iterable(faces.values()), trump.usable_by)


def _some(state: ZoonState, faces: Iterable[str], types: tuple[str, ...]) -> bool:
    """Whether one of these cards may be of one of the types; no types: any card is."""
    zoon = state.agreed.facts.zoon
    return not types or any(zoon(face).type in types for face in faces)


def held(state: ZoonState, seat: int) -> tuple[str, ...]:
    """The trumps that a seat may still play: those in hand and those beside the board, each once, sorted."""
    return tuple(sorted({*state.stock.hand[seat], *(aside.trump for aside in state.aside[seat])}))


def plays(state: ZoonState, seat: int, faces: Faces) -> Iterator[Any]:
    """Every lawful way to play a trump; `faces`: what each Zoon of the seat on the board may be, by square."""
    played, foes = state.agreed.game.played, dict(state.zoons_of(1 - seat)).keys()
    for name in held(state, seat):
        trump = state.agreed.facts.trumps[name]
        if trump.does in MOVES:
            if next(played(seat, name).aim_violations(state, trump), None) is None:
                yield played(seat, name)
        elif trump.shots:
            struck = steps(seat, trump.shots)
            for by, can in faces.items():
                if not foes.isdisjoint(struck[by]) and _some(state, can, trump.usable_by):
                    for at in filter(foes.__contains__, struck[by]):
                        yield from played(seat, name, NAMES[at], NAMES[by]).each_copy(state)
        else:
            squares: Iterable[int] = foes
            if trump.does in LAID:
                taken = {NUMBERS[wall.at] for wall in state.walls}
                squares = (n for n, piece in enumerate(state.board) if piece is None and n not in taken)
            elif trump.does == "gear":
                free = (n for n in faces if not state.board[n].gear)
                squares = (n for n in free if _some(state, faces[n], trump.of))
            rows = ZONES.get(trump.aim, BOARD.rows)
            found = [n for n in squares if depth(seat, n) < rows]
            if found and is_usable(state, trump, faces):
                for n in found:
                    yield from played(seat, name, NAMES[n]).each_copy(state)


def served(state: Any, seat: int, trump: Trump, *, broken: bool = False) -> Any:
    """A trump that serves once, or is broken, goes from the hand to the tomb, even if it misses."""
    if (trump.reused and not broken) or trump.id not in state.stock.hand[seat]:
        return state
    return state.taken("hand", seat, trump.id).added("tomb", seat, trump.id)
