"""The state that all games of the family have in common: the board, the piles beside it, and what cards can be.

Squares are numbers inside a game and names (`a1` … `f6`) in events and records. In a pile None is a card that nobody
has told; piles are sorted, unknown cards first. A change gives a new state. Rule kept: a face-down card may be what
it claims to be while every other card can still be something, too.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from typing import Any, ClassVar, Literal, Self, TypeVar

import msgspec
from msgspec.structs import replace

from companion.game import Event, Over, RandomSource, Seat, shuffled
from companion.games.zoon.family.deck import BOARD, Boost
from companion.games.zoon.family.grids import Way
from companion.games.zoon.family.tribes import Agreed, Hands
from companion.kits.options import sheet_in
from companion.language import _, marked

NAMES = BOARD.names
NUMBERS = BOARD.numbers
steps, depth, away = cache(BOARD.steps), cache(BOARD.depth), cache(BOARD.away)
ROOM = 12
"""The squares of a deployment zone."""


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that a face-down card did, and so must be able to do: it went `from` → `to`, or shot at `to`.

    `by`: the trump or star that let it; empty for a plain move.
    """

    start: str = msgspec.field(name="from")
    to: str
    by: str = ""


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that lies on a square for good: its trump and owner, if any. An Obstacle `blocks` the square."""

    at: str
    seat: int | None = None
    trump: str | None = None
    blocks: bool = True


@lru_cache(maxsize=1024)
def ordered(pool: tuple[str, ...], sample: int) -> tuple[str, ...]:
    """The pool in a pseudo-random order that depends on `sample` alone."""
    left, found, number = list(pool), [], (sample + 1) * 2654435761
    while left:
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        found.append(left.pop((number >> 33) % len(left)))
    return tuple(found)


@lru_cache(maxsize=512)
def _obstacles(walls: tuple[Wall, ...]) -> frozenset[int]:
    return frozenset(NUMBERS[wall.at] for wall in walls if wall.blocks)


Faces = frozenset[str]
TRIES = 12
"""Maximum draws of all faces at once, which is fair, before drawing one by one, which is slightly biased."""


@lru_cache(maxsize=8192)
def able(agreed: Agreed, seat: int, claim: Claim) -> Faces:
    """The cards of a seat's army that can do what one of its face-down cards claims."""
    facts, army, reader = agreed.facts, frozenset(agreed.armies[seat]), seat
    trump = facts.trumps.get(claim.by)
    if trump is not None:
        types = trump.usable_by if trump.does == "shot" else trump.of
        army = frozenset(card for card in army if not types or facts.zoon(card).type in types)
        if trump.does in ("shot", "gear"):
            return army
        if trump.does == "control":
            reader = 1 - seat
    elif claim.by:
        star = facts.zoon(claim.by)
        army = frozenset(card for card in army if facts.zoon(card).species in star.partners)
        if star.star == "trade":
            return army
    start, to = NUMBERS[claim.start], NUMBERS[claim.to]
    return frozenset(card for card in army if to in facts.ways(card, reader, start))


@lru_cache(maxsize=65536)
def need(agreed: Agreed, seat: int, claims: tuple[Claim, ...]) -> Faces | None:
    """The faces that a card may have by all its claims; None: any."""
    return frozenset.intersection(*(able(agreed, seat, claim) for claim in claims)) if claims else None


@lru_cache(maxsize=256)
def plain(agreed: Agreed, seat: int) -> Faces:
    """An army without its Emblem: what may be in hand or in the tomb."""
    return frozenset(agreed.armies[seat]) - {agreed.emblems[seat]}


@lru_cache(maxsize=4096)
def fitting(pool: tuple[str, ...], own: Faces | None, needs: tuple[Faces, ...]) -> tuple[str, ...]:
    """The faces of the pool for one card, by its `own` need, that leave a face for each other of the `needs`."""
    at = needs.index(own) if own in needs else len(needs)
    others, count = needs[:at] + needs[at + 1 :], Counter(pool)
    faces = [face for face in sorted(count) if own is None or face in own]
    if _is_plenty(pool, others, len(others) + 1):
        # Every other card still finds a face, even after this one and those before it have taken theirs.
        return tuple(faces)
    return tuple(face for face in faces if all_served({**count, face: count[face] - 1}, others))


Known = tuple[Agreed, tuple[Any, ...], tuple[Any, ...], Any]
"""Key of the caches: config, board, steps whose Zoons in fights count too, and the cards beside the board."""


def unknown(known: Known, seat: int) -> list[Any]:
    """The Zoons of a seat that have done something and whose face the referee does not know."""
    _agreed, board, fights, _stock = known
    standing = (*board, *[step.piece for step in fights if hasattr(step, "piece")]) if fights else board
    return [p for p in standing if p is not None and p.claims and p.card is None and p.seat == seat]


@lru_cache(maxsize=8)
def needs(known: Known, seat: int) -> tuple[Faces, ...]:
    """Possible faces of each of the seat's restricted unknown cards."""
    agreed, _board, _fights, stock = known
    found = [need(agreed, seat, piece.claims) or frozenset() for piece in unknown(known, seat)]
    away = stock.reinforcements[seat].count(None) + stock.tomb[seat].count(None)
    return (*found, *(plain(agreed, seat),) * away)


@lru_cache(maxsize=8)
def all_faces(known: Known, seat: int) -> Mapping[int, tuple[str, ...]]:
    """By square, every card that each uncaged Zoon of a seat on the board may be."""
    agreed, board, _fights, stock = known
    pool = stock.unseen[seat]
    others = needs(known, seat) if pool else ()
    return {
        number: (piece.card,)
        if piece.card is not None
        else fitting(pool, need(agreed, seat, piece.claims), others)
        for number, piece in enumerate(board)
        if piece is not None and piece.seat == seat and not piece.cage
    }


@lru_cache(maxsize=4096)
def can_all_be(pool: tuple[str, ...], needs: tuple[Faces, ...]) -> bool:
    """Whether the pool holds a face for each of these needs at the same time."""
    return _is_plenty(pool, needs, len(needs)) or all_served(Counter(pool), needs)


def _is_plenty(pool: tuple[str, ...], needs: tuple[Faces, ...], count: int) -> bool:
    """Whether each need accepts at least `count` cards of the pool."""
    return all(sum([face in need for face in pool]) >= count for need in needs)


def all_served(pool: Mapping[str, int], needs: tuple[Faces, ...]) -> bool:
    """Whether every need can be met from the pool, each face used at most as often as it is there.

    A bipartite matching by augmenting paths: a face in use is handed on where its holder finds another.
    """
    given: dict[str, list[int]] = {face: [] for face, count in pool.items() if count}

    def serve(need: int, tried: set[str]) -> bool:
        for face in needs[need]:
            if face not in given or face in tried:
                continue
            tried.add(face)
            if len(given[face]) < pool[face]:
                given[face].append(need)
                return True
            for place, other in enumerate(given[face]):
                if serve(other, tried):
                    given[face][place] = need
                    return True
        return False

    return all(serve(number, set()) for number in range(len(needs)))


def drawn_faces(pool: Sequence[str], needs: Sequence[Faces | None], rng: RandomSource) -> list[str]:
    """A face of the pool for each card, among its need (None: any); the pool may hold more."""
    faces = sorted(pool)
    tied = [(number, need) for number, need in enumerate(needs) if need is not None]
    for _try in range(TRIES):
        order = shuffled(faces, rng)
        if all(order[number] in need for number, need in tied):
            return order[: len(needs)]
    # Restricted cards first, each drawn so that the later ones still find a face.
    left, found = Counter(faces), [""] * len(needs)
    for place, (number, fitting) in enumerate(tied):
        others = tuple(need for _number, need in tied[place + 1 :])
        for face in shuffled(sorted(left.elements()), rng):
            left[face] -= 1
            if face in fitting and all_served(+left, others):
                found[number] = face
                break
            left[face] += 1
        else:
            # What people let pass may fit nothing: any card will do.
            found[number] = shuffled(sorted(left.elements()), rng)[0]
            left[found[number]] -= 1
    free = shuffled(sorted(left.elements()), rng)
    return [face or free.pop() for face in found]


def only(faces: tuple[str, ...]) -> str | None:
    """The only possible card; None: there are several, or none."""
    return faces[0] if len(faces) == 1 else None


WORDS = sheet_in("companion.games.zoon.family", "words", dict[str, dict[str, str]])

Pile = tuple[str | None, ...]
Piles = tuple[Pile, Pile]
PileName = Literal["hand", "reinforcements", "tomb", "off", "unseen"]


class Stock(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """The cards of both seats that lie beside the board."""

    hand: Hands = ((), ())  # trumps
    reinforcements: Piles = ((), ())
    tomb: Piles = ((), ())  # Zoons and trumps
    off: Piles = ((), ())  # taken off the board by a override
    unseen: Hands = ((), ())  # sorted faces of all cards, on the board too, that nobody has told the referee


def sorted_pile(pile: Iterable[str | None]) -> tuple[Any, ...]:
    """A pile in its order: unknown cards first, then by name."""
    return tuple(sorted(pile, key=lambda card: card or ""))


class ZoonPiece(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True):
    """A Zoon on the board."""

    seat: int
    card: str | None = None  # None: the referee does not know it
    up: bool = False  # it lies face up
    gear: str = ""  # the trump lying on it
    cage: str = ""
    claims: tuple[Claim, ...] = ()
    moved: str = ""  # the trump by which it moved in this turn

    @property
    def on(self) -> tuple[str, ...]:
        """The trumps that lie on it, bottom first."""
        return tuple(trump for trump in (self.gear, self.cage) if trump)

    @property
    def is_open(self) -> bool:
        """Whether everybody knows its face."""
        return self.up

    def leaves_back_row(self, to: str) -> bool:
        """Whether a face-down card leaves its back row by going to this square."""
        return not self.up and depth(self.seat, NUMBERS[to]) > 0


class ZoonUntidy(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something on the square `at` that people may not have tidied yet.

    `off`: `piece` still lies there, under the card that stays if `beneath`; `come`: what belongs there has not come;
    `other`: `piece` stands there in its place, `over` on top of it.
    """

    what: str
    at: str
    piece: ZoonPiece | None = None
    beneath: bool = False
    over: ZoonPiece | None = None
    to: str = ""  # where the piece goes
    old: bool = False  # left over when the turn passed

    asks: ClassVar[dict[str, tuple[str, str]]]
    """By `what`: the rule that asks for it, and what to do."""
    shown: ClassVar[Callable[..., str | None]]
    """The card that it names, as far as that lies open; the argument is the Zoon that belongs there."""

    def words(self, agreed: Agreed, here: Any) -> str:
        """What people are to do about it, in words; `here`: the Zoon that belongs there."""
        name = agreed.facts.called(self.shown(here), _("the card"))
        words = _("Step {name} back from {square} to {to}")
        if self.what != "off" or not self.to:
            words = _(self.asks[self.what][1])
        return words.format(name=name, square=self.at, to=self.to)


S = TypeVar("S", bound="ZoonState")


class ZoonState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that matters for how the game goes on."""

    agreed: Agreed
    phase: Any = "deploy"
    turn: Seat = 0  # whose turn it is
    board: tuple[Any, ...] = (None,) * len(BOARD)
    walls: tuple[Wall, ...] = ()
    stock: Stock = Stock()
    todo: tuple[Any, ...] = ()  # what must be done before the turn ends, the next step last
    untidy: tuple[Any, ...] = ()
    aside: tuple[Any, ...] = ((), ())
    ready: tuple[bool, bool] = (False, False)  # which seats have laid out, or turned up, their cards
    over: Over | None = None

    @property
    def step(self) -> Any:
        """The step that must be done first."""
        return self.todo[-1] if self.todo else None

    # The board.

    def at(self, square: str | None) -> Any:
        return self.board[NUMBERS[square]] if square in NUMBERS else None

    def wall_at(self, square: str) -> Wall | None:
        return next((wall for wall in self.walls if wall.at == square), None)

    @property
    def obstacles(self) -> frozenset[int]:
        """The squares with an Obstacle; Zoons apart."""
        return _obstacles(self.walls)

    def is_free(self, number: int) -> bool:
        return self.board[number] is None and not self.is_walled(number)

    def is_any_open(self, ways: Iterable[Way]) -> bool:
        """Whether at least one of these ways is free of Zoons and Obstacles on the squares between."""
        board, walls = self.board, self.obstacles
        for way in ways:
            for number in way.between:
                if board[number] is not None or number in walls:
                    break
            else:
                return True
        return False

    def is_walled(self, number: int) -> bool:
        return bool(self.walls) and number in _obstacles(self.walls)

    def put(self, changes: Mapping[int, Any]) -> Self:
        squares = list(self.board)
        for number, thing in changes.items():
            squares[number] = thing
        return replace(self, board=tuple(squares))

    def zoons_of(self, seat: int) -> list[tuple[int, Any]]:
        """A seat's Zoons by square, without caged cards and without an attacker over a defender."""
        return [(n, p) for n, p in enumerate(self.board) if p is not None and p.seat == seat and not p.cage]

    def laid(self) -> list[Any]:
        """Every Zoon on the board, an attacker that stands over its defender included."""
        found = [piece for piece in self.board if piece is not None]
        return [*found, *(step.piece for step in self.todo if hasattr(step, "piece"))]

    def to_lay(self, seat: int) -> int:
        """Number of Zoons that a seat lays out; the others are reinforcements."""
        return min(ROOM, len(self.agreed.armies[seat]))

    # Piles.

    def with_piles(self, **piles: Any) -> Self:
        return replace(self, stock=replace(self.stock, **piles))

    def with_pile(self, pile: PileName, seat: int, cards: Iterable[str | None]) -> Self:
        """One seat's pile replaced, in its order."""
        ordered, piles = sorted_pile(cards), getattr(self.stock, pile)
        return self.with_piles(**{pile: (ordered, piles[1]) if seat == 0 else (piles[0], ordered)})

    def away(self, seat: int) -> Pile:
        """A seat's cards off the board that may be unknown."""
        return (*self.stock.reinforcements[seat], *self.stock.tomb[seat], *self.stock.off[seat])

    def added(self, pile: PileName, seat: int, card: str | None) -> Self:
        """A card more on one seat's pile."""
        return self.with_pile(pile, seat, (*getattr(self.stock, pile)[seat], card))

    def taken(self, pile: PileName, seat: int, card: str | None) -> Self:
        """One seat's pile without one card: this one or, if it is not known to lie there, an unknown one."""
        left = list(getattr(self.stock, pile)[seat])
        gone = card if card in left else None
        if gone in left:
            left.remove(gone)
        return self.with_pile(pile, seat, left)

    def learnt(self, seat: int, card: str | None) -> Self:
        """The state in which a face unknown to the referee has become known."""
        return self if card is None else self.taken("unseen", seat, card)

    def taken_off(self, piece: ZoonPiece) -> Self:
        """The state with a Zoon taken off by the people; its gear comes back to the hand."""
        state = self.added("hand", piece.seat, piece.gear) if piece.gear else self
        return state.added("off", piece.seat, piece.card)

    def lost(self, piece: ZoonPiece) -> Self:
        """The state with a Zoon and its gear in its owner's tomb; an Emblem ends the game."""
        state = self.added("tomb", piece.seat, piece.card)
        state = state.added("tomb", piece.seat, piece.gear) if piece.gear else state
        if piece.card is None or piece.card != state.agreed.emblems[piece.seat]:
            return state
        parts = (("name", state.agreed.facts.name(piece.card)),)
        over = Over((1 - piece.seat,), marked("{name} is beaten"), state.agreed.game.falls, parts)
        return replace(state, over=over)

    def zoons_known(self, seat: int) -> list[str]:
        """Every Zoon of a seat that lies somewhere by name."""
        found = (*(piece.card for piece in self.laid() if piece.seat == seat), *self.away(seat))
        return [card for card in found if card in self.agreed.facts.zoons]

    def trumps_known(self, seat: int) -> list[str]:
        """Every trump of a seat: in its hand, beside the board, in its piles or on the board."""
        trumps, stock = self.agreed.facts.trumps, self.stock
        found = [*stock.hand[seat], *stock.tomb[seat], *stock.off[seat]]
        found += [aside.trump for aside in self.aside[seat]]
        found += [wall.trump for wall in self.walls if wall.seat == seat]
        for piece in self.laid():
            found += (piece.gear, piece.card) if piece.seat == seat else (piece.cage,)
        return [card for card in found if card in trumps and card is not None]

    def unknown_places(self, seat: int) -> int:
        """The number of a seat's cards that lie somewhere without a name."""
        board: int = sum(piece.card is None and piece.seat == seat for piece in self.laid())
        return board + self.away(seat).count(None)

    # Determinization: what a seat that thinks ahead draws for what it cannot see.

    def drawn(
        self, owner: Seat, rng: RandomSource, *, hidden: bool, due: Collection[tuple[bool, int]] = ()
    ) -> Self:
        """The state with a random face for each unknown Zoon of a seat: on the board, in fights, in its piles.

        `hidden`: draw again also what only the seat and the referee know (covered, in hand or taken off). `due`: the
        cards to be turned up now, as (in a fight, number): what nobody has told stays unknown, or nothing would be
        left to turn up.
        """
        agreed, stock = self.agreed, self.stock
        squares = [(False, n, piece) for n, piece in enumerate(self.board) if piece is not None]
        fights = [(True, n, step.piece) for n, step in enumerate(self.todo) if hasattr(step, "piece")]
        own = [one for one in (*squares, *fights) if one[2].seat == owner]
        covered = [one for one in own if one[2].card is None or (hidden and not one[2].is_open)]
        # The faces to give out, and what each card that gets one must be.
        pool = [*stock.unseen[owner], *(piece.card for *_at, piece in covered if piece.card is not None)]
        zoons, piles = agreed.facts.zoons, [stock.reinforcements[owner], stock.tomb[owner], stock.off[owner]]
        if hidden:
            for number in (0, 2):
                pool += [card for card in piles[number] if card is not None and card in zoons]
                piles[number] = tuple(None if card in zoons else card for card in piles[number])
        if not pool:
            return self
        needs: list[Faces | None] = [need(agreed, owner, piece.claims) for *_at, piece in covered]
        for pile, faces_of in zip(piles, (plain(agreed, owner), plain(agreed, owner), None), strict=True):
            needs += [faces_of] * pile.count(None)
        drawn = drawn_faces(pool, needs, rng)
        # What was drawn goes back in the order of `needs`: the board and fights first, then the piles.
        left, rest = Counter(pool) - Counter(drawn), iter(drawn[len(covered) :])
        whole = [tuple(next(rest) if card is None else card for card in pile) for pile in piles]
        unseen = list(left.elements())
        board, todo = list(self.board), list(self.todo)
        for (fighting, number, piece), face in zip(covered, drawn[: len(covered)], strict=True):
            if (fighting, number) in due and piece.card is None:
                unseen.append(face)
            elif fighting:
                todo[number] = replace(todo[number], piece=replace(piece, card=face))
            else:
                board[number] = replace(piece, card=face)
        found = replace(self, board=tuple(board), todo=tuple(todo))
        names: tuple[PileName, ...] = ("reinforcements", "tomb", "off", "unseen")
        for name, cards in zip(names, (*whole, unseen), strict=True):
            found = found.with_pile(name, owner, cards)
        return found

    # Names, in words that tell nothing hidden.

    def seat_name(self, seat: int) -> str:
        """A player's name, or that of the tribe as one team: a plural name would need other verbs."""
        given, tribes = self.agreed.setup.player(seat), self.agreed.tribes
        if given:
            return given
        name = _("Team {name}").format(name=self.agreed.facts.tribes[tribes[seat]])
        return name if tribes[0] != tribes[1] else f"{name} {seat + 1}"

    def called(self, card: str | None, otherwise: str = "") -> str:
        return self.agreed.facts.called(card, otherwise)

    def card_name(self, piece: ZoonPiece) -> str:
        """A Zoon by its name while it lies face up."""
        return self.called(piece.card if piece.up else None)

    def card_on(self, piece: ZoonPiece, square: str) -> str:
        """A Zoon as far as it lies open, and its square."""
        return _("{card} on {square}").format(card=self.card_name(piece), square=square)

    def called_on(self, square: str) -> str:
        """What stands on a square, as far as it lies open, with the square; only the square where all is hidden."""
        piece = None if self.agreed.game.hidden else self.board[NUMBERS[square]]
        return square if piece is None else self.card_on(piece, square)

    def name_of(self, square: str) -> str:
        piece = self.at(square)
        return _("an empty square") if piece is None else self.card_name(piece)

    # What face-down cards can be.

    def possible(self, square: int) -> tuple[str, ...]:
        """Every card that lies, or may lie, on a square, sorted; one for a known card."""
        piece = self.board[square]
        return () if piece is None else self.faces_of(piece)

    def faces_of(self, piece: ZoonPiece) -> tuple[str, ...]:
        """Every card that a Zoon on the board, or in a fight, may be."""
        if piece.card is not None:
            return (piece.card,)
        return self._fitting(piece.seat, need(self.agreed, piece.seat, piece.claims))

    def all_faces(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """`possible` by square for every uncaged Zoon of a seat on the board."""
        return all_faces(self._known, seat)

    def reinforcement_faces(self, seat: int) -> tuple[str, ...]:
        """Every card that may be an unknown reinforcement of a seat, sorted."""
        return self._fitting(seat, plain(self.agreed, seat))

    def _fitting(self, seat: int, own: Faces | None) -> tuple[str, ...]:
        return fitting(self.stock.unseen[seat], own, needs(self._known, seat))

    @property
    def _known(self) -> Known:
        """Key under which the possible unknown cards are cached; with hidden Zoons it includes the fights."""
        return self.agreed, self.board, self.todo if self.agreed.game.hidden else (), self.stock

    def credible(self) -> Self:
        """The state without claims that cannot all be true any more, after the people let something pass."""
        standing = self.laid() if self.todo and self.agreed.game.hidden else self.board
        claimed = {piece.seat for piece in standing if piece is not None and piece.claims}
        if not claimed:
            return self
        public = self.public()
        known = (self,) if public is self else (self, public)
        doubted = {
            seat
            for one, seat in product(known, claimed)
            if not can_all_be(one.stock.unseen[seat], needs(one._known, seat))
        }

        def freed(piece: Any) -> Any:
            return replace(piece, claims=()) if piece.seat in doubted and piece.claims else piece

        if not doubted:
            return self
        todo = self.todo
        if self.agreed.game.hidden:
            todo = tuple(
                replace(step, piece=freed(step.piece)) if hasattr(step, "piece") else step for step in todo
            )
        return replace(self, board=tuple(piece and freed(piece) for piece in self.board), todo=todo)

    def refuted(self, piece: ZoonPiece, card: str) -> Claim | None:
        """The claim against this face: the card's own that it cannot meet, or another card's that needs it."""
        agreed, seat = self.agreed, piece.seat
        own = next((claim for claim in piece.claims if card not in able(agreed, seat, claim)), None)
        if own is not None:
            return own
        others = (claim for one in unknown(self._known, seat) if one is not piece for claim in one.claims)
        return next((claim for claim in others if card in able(agreed, seat, claim)), None)

    def boosts(self, *trumps: str) -> tuple[Boost, ...]:
        """The boosts of trumps for a Zoon in a fight: its gear, and the trump that it moved by; empty: none."""
        known = self.agreed.facts.trumps
        found = (known[trump].boost for trump in trumps if trump in known)
        return tuple(sorted(boost for boost in found if boost is not None))

    # The turn.

    def with_ready(self, seat: Seat, phase: str) -> Self:
        """The state with a seat that has laid out, or turned up, its cards; once both have, `phase` begins."""
        ready = tuple(done or one == seat for one, done in enumerate(self.ready))
        if not all(ready):
            return replace(self, ready=ready)
        return replace(self, phase=phase, ready=(phase == "lot",) * 2)

    def passed(self) -> Self:
        """The turn passes. What stands in the wrong place must be right by the end of the next turn.

        Otherwise a Zoon that steps back and comes again would look as if it had never stepped back.
        """
        kept = [thing for thing in self.untidy if not thing.old]
        moved = ("come", "other", "off")
        untidy = tuple([replace(thing, old=True) if thing.what in moved else thing for thing in kept])
        board = self.board
        if [piece for piece in board if piece is not None and piece.moved]:
            # Nothing has moved in the new turn yet.
            board = tuple(piece and replace(piece, moved="") for piece in board)
        state = replace(self, turn=1 - self.turn, board=board, untidy=untidy)
        over = state.stuck()
        return state if over is None else replace(state, over=over)

    def acts(self) -> Iterator[Any]:
        """Every lawful event of the seat to move while nothing is due."""
        game, seat, faces = self.agreed.game, self.turn, self.all_faces(self.turn)
        moves = (game.grid_moves(self, number, can, seat) for number, can in faces.items())
        return chain(
            chain.from_iterable(moves), game.plays(self, seat, faces), game.reinforcements(self, seat)
        )

    def stuck(self) -> Over | None:
        """The end of the game if the seat to move cannot do anything, however its unknown cards turn out; else None."""
        if next(self.acts(), None) is not None:
            return None
        parts = (("name", self.seat_name(self.turn)),)
        return Over((1 - self.turn,), marked("{name} cannot play"), "zo-05-cannot-play", parts)

    # What each game overrides.

    def public(self) -> Self:
        """The state as everybody at the table may know it."""
        return self

    def begun(self, _event: Event) -> Self:
        """The state in which an event is about to happen."""
        return self

    def settled(self) -> Self:
        """The state without idle steps; when none is left the turn passes."""
        state = self
        while state.todo and state.over is None and state.step.is_idle(state):
            state = replace(state, todo=state.todo[:-1])
        if state.over is not None:
            return replace(state, todo=())
        return state if state.todo or state.phase != "play" else state.passed()

    def tidied(self, *squares: str) -> tuple[Any, ...]:
        """Things still to tidy once these squares have changed again."""
        return tuple([thing for thing in self.untidy if thing.at not in squares]) if self.untidy else ()

    def asked(self) -> Self:
        """The state with steps for cards that lie against the rules."""
        return self

    def asked_to_turn_up(self, _seat: Seat) -> Self:
        """The state with a step for the cards that a seat has to turn up, if any."""
        return self

    def beaten(self, piece: Any) -> Self:
        """The state once a beaten Zoon has left the game."""
        return self.lost(piece)

    def laying_faults(self, _seat: Seat) -> Iterator[str]:
        """Faults of an army before play."""
        return iter(())

    claimed: ClassVar[Callable[..., tuple[Claim, ...]]]
    """The claims of a Zoon with one more, where that tells anything new."""
    lay_words: ClassVar[Callable[..., str]]
    """How armies are laid, by the number of cards of each seat."""
    piece_faults: ClassVar[Callable[..., Iterator[str]]]
    """Faults of single Zoons."""
    play_faults: ClassVar[Callable[..., Iterator[str]]]
    """Faults of what a seat has in play."""
