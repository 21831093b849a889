"""The face of a throw in ZONG: discs, touched as they fell, and what they come to; and what all of its faces share."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import Final

from companion.game import Event, Seat
from companion.games.zong import events
from companion.games.zong.events import Disc as Thrown
from companion.games.zong.rest import middle
from companion.games.zong.rules import forward_place, points_of, threw
from companion.games.zong.state import BLUE, LIGHTNING, RISK, THROWN, State, called_square
from companion.language import number
from ui.games.zong.side import TrackSide, may_throw, throw_told
from ui.games.zong.track import TrackModel, Way, stacked, standing, tokens
from ui.games.zong.words import disc_words
from ui.pages.played_table import tell
from ui.present.drawn import lines_about, piece, piece_drawing, said
from ui.present.models import MOST_PICTURES, Banner, Button, EventPicture, TableModel
from ui.present.touches import NothingToDo, Touch, draft
from ui.words import _, joined, several
from vision.printed.marks import WHITE, Art, Block, Disc, Drawing, Mark, Part, Placed, Shape
from vision.printed.shapes import circle

Pair = tuple[Thrown, ...]
"""A disc as each of its faces."""
BLANK: Final = {BLUE: "disc-blue", RISK: "disc-risk", LIGHTNING: "disc"}
"""The pictures of discs, by what they are called before what is on them."""
FADED: Final = 0.36
"""How much is seen of a disc that cannot have fallen so."""
LIT: Final = 0.9
"""How large a disc is within the ring that lights it."""
WIDE, HIGH, THROW_HIGH = 220.0, 200.0, 60.0
"""The discs as they are drawn, and of that the throw, mm."""
SIDES: Final = 42.0
"""The width at both ends of the throw: whose it is, and its sum."""


def disc_marks(
    disc: Thrown, x: float, y: float, size: float, *, lit: bool = False, faded: bool = False
) -> Iterator[Mark]:
    """One face of a disc about a point, with its number where there is no picture of it."""
    if lit:
        yield Disc(x, y, size, "chosen")
        size *= LIT
    blank, opacity = BLANK[disc.disc], FADED if faded else 1.0
    place = (x - size / 2, y - size / 2, size, size)
    number = said(x, y, str(disc.face), size * 0.5, "quiet" if faded else WHITE)
    yield Art(*place, f"{blank}-{disc.face}", (Art(*place, blank, opacity=opacity), number), opacity=opacity)


@dataclass(frozen=True, slots=True)
class DiscFace:
    """One face of a disc, and what a touch on it asks for.

    `lit`: the disc fell so; `faded`: it cannot have fallen so, as far as is told.
    """

    disc: Thrown
    action: Touch
    lit: bool = False
    faded: bool = False

    @property
    def words(self) -> str:
        return disc_words(self.disc)

    def part(self, x: float, y: float, size: float) -> Part:
        marks = tuple(disc_marks(self.disc, x, y, size * 0.94, lit=self.lit, faded=self.faded))
        return Part(
            self.words, x, y, marks, touch=self.action, words=self.words, w=size, h=size, reach=size / 2
        )


@dataclass(frozen=True, slots=True)
class ThrowModel:
    """The discs of whoever throws, each as its faces, and those that fell; a touch on one that fell takes it back.

    `seat` and `piece`: who throws, and the colour of the own piece. `places`: how many fall in a throw. `total`: the
    sum of the numbers, in large figures, with its word.
    """

    seat: Seat
    piece: str
    discs: tuple[tuple[DiscFace, ...], ...]
    fallen: tuple[DiscFace, ...]
    places: int
    total: int
    total_words: str
    words: str

    window = (0.0, 0.0, WIDE, HIGH)
    rim, keyed = 0.0, True

    def drawn(self, unit: float, _names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """The throw above, the discs below it two a row, the faces of each side by side on one ground."""
        across, middle, end = (WIDE - 2 * SIDES) / self.places, THROW_HIGH / 2, WIDE - SIDES / 2
        marks: list[Mark] = [Block(0, 0, WIDE, THROW_HIGH, "raised", round_mm=10 * unit)]
        marks.append(Placed(piece_drawing(self.piece, self.seat), SIDES / 2 - 16, middle - 24))
        marks += lines_about(self.words, SIDES / 2, THROW_HIGH - 12, SIDES - 6, 16, unit, large, "quiet")
        for n in range(self.places):
            x, size = SIDES + (n + 0.5) * across, min(across, THROW_HIGH) - 4
            if n < len(self.fallen):
                marks.append(self.fallen[n].part(x, middle, size))
            else:
                marks.append(Shape(circle(x, middle, size * 0.44), edge="line", edge_mm=0.03 * size))
        marks.append(said(end, middle - 6, str(self.total), 32, "text", SIDES - 6))
        marks += lines_about(self.total_words, end, THROW_HIGH - 12, SIDES - 6, 16, unit, large, "quiet")
        rows = -(-len(self.discs) // 2)
        high = (HIGH - THROW_HIGH) / rows
        size = min(high - 6, (WIDE / 2 - 12) / 2)
        for n, faces in enumerate(self.discs):
            alone = n == len(self.discs) - 1 and n % 2 == 0
            x, y = WIDE * (0.5 if alone else 0.25 + n % 2 / 2), THROW_HIGH + (n // 2 + 0.5) * high
            marks.append(
                Block(x - WIDE / 4 + 2, y - high / 2 + 2, WIDE / 2 - 4, high - 4, "surface", round_mm=high / 2 - 2)
            )  # fmt: skip
            step = (WIDE / 2 - 8) / len(faces)
            for m, face in enumerate(faces):
                marks.append(face.part(x + (m + 0.5 - len(faces) / 2) * step, y, size))
        return Drawing("discs", WIDE, HIGH, tuple(marks))


def doubt(other: tuple[str, float]) -> str:
    square, away = other
    return _("Next nearest: {square}, {mm} mm away.").format(square=called_square(square), mm=number(away, 1))


def track_of(model: TableModel) -> TrackModel:
    assert isinstance(model.own, TrackModel), "ZONG's faces have a board"
    return model.own


def led(side: TrackSide, model: TableModel, place: int, along: tuple[str, ...] = ()) -> TrackModel:
    """The board with a way from the piece whose turn it is, and those with it, to a place."""
    state, own = side.state, side.state.agreed.colours[side.state.turn]
    where = standing(state)
    height = len(state.squares[place]) if place else 0
    x, y = middle(state.board, state.seats, state.board.named(place))
    end = stacked(state.board, x, y, height)
    ways = tuple(Way(colour, where[colour][:2], end) for colour in (*along, own))
    return replace(track_of(model), tokens=tokens(state, where, own), arrows=ways[-1:])


def awaited(model: TableModel) -> str:
    return model.body[0] if model.body else ""


def throw(side: TrackSide, model: TableModel) -> TableModel:
    """The discs to be touched, or the board; who begins, while nobody has thrown."""
    state, telling = side.state, side.telling
    keys: list[Button] = []
    told = throw_told(state, telling)
    if told is not None:
        keys.append(_booked(side, told))
    if telling.listed:
        keys.append(Button(_("Show the board"), draft(TrackSide.list_discs, listed=False), "quiet", "eye"))
    else:
        keys.append(
            Button(_("Say what was thrown"), draft(TrackSide.list_discs, listed=True), "plain", "hand")
        )
    if not state.begun:
        keys += [
            Button(_("{name} begins").format(name=name), tell(events.Starts(seat)), "quiet", "turn")
            for seat, name in enumerate(side.names)
            if seat != state.turn
        ]
    if telling.listed:
        body = () if len(telling.discs) == THROWN else (_("Touch what each disc shows."),)
        return replace(model, body=body, helps=tuple(keys), own=discs_to_touch(side))
    banner = strip_banner(side)
    body = (awaited(model),) if banner is None else ()
    points = points_of(telling.discs)
    place = min(state.place(state.turn) + points, state.board.last + 1)
    own = led(side, model, place) if points else model.own
    return replace(model, body=body, banner=banner, helps=tuple(keys), own=own)


def _booked(side: TrackSide, event: events.Threw) -> Button:
    """The key that books the throw, with what it comes to in the order in which it is played."""
    state = side.state
    faces = [disc.face for disc in event.discs]
    flicks, backs = faces.count("lightning"), faces.count("spiral")
    points = points_of(event.discs)
    parts = [several("{n} lightning bolt", "{n} lightning bolts", flicks)] if flicks else []
    parts += [several("{n} spiral", "{n} spirals", backs)] if backs else []
    parts += [several("{n} point", "{n} points", points)] if points or not parts else []
    detail = _("This was thrown.")
    if points and not flicks and not backs:
        square = state.board.named(forward_place(threw(state, event), state.turn))
        detail = _("{name} goes to {square}.").format(
            name=side.names[state.turn], square=called_square(square)
        )
    return Button(joined(parts), tell(event), "main", "done", detail)


def owned(state: State) -> tuple[Pair, ...]:
    """The discs of whoever throws, by their faces. Which blue ones a few are is not known: then all are there."""
    blue, risk, lightning = state.hands[state.turn]
    pairs = state.agreed.blue if blue else ()
    return (
        *(tuple(Thrown(BLUE, face) for face in dict.fromkeys(pair)) for pair in pairs),
        *(tuple(Thrown(RISK, face) for face in state.agreed.faces(RISK)),) * risk,
        *(tuple(Thrown(LIGHTNING, face) for face in state.agreed.faces(LIGHTNING)),) * lightning,
    )


def fallen_of(pairs: tuple[Pair, ...], told: tuple[Thrown, ...]) -> dict[int, Thrown]:
    """Which of these discs fell how: by number, what each of those shows that was told."""
    for order in permutations(range(len(pairs)), len(told)):
        if all(disc in pairs[number] for number, disc in zip(order, told, strict=True)):
            return dict(zip(order, told, strict=True))
    return {}


def discs_to_touch(side: TrackSide) -> ThrowModel:
    """Every disc with its faces; what cannot fall any more is faded."""
    state, told = side.state, side.telling.discs
    pairs = owned(state)
    fell = fallen_of(pairs, told)
    shown = tuple(
        tuple(_face(state, told, disc, fell.get(number)) for disc in pair)
        for number, pair in enumerate(pairs)
    )
    thrown = tuple(DiscFace(disc, draft(TrackSide.disc_off, disc)) for disc in told)
    total = points_of(told)
    word = several("point", "points", total)
    piece = state.agreed.colours[state.turn]
    return ThrowModel(state.turn, piece, shown, thrown, THROWN, total, word, _("Thrown"))


def _face(state: State, told: tuple[Thrown, ...], disc: Thrown, fell: Thrown | None) -> DiscFace:
    """One face: touched it falls so, or no longer; the other face of one that fell turns it over."""
    if fell == disc:
        return DiscFace(disc, draft(TrackSide.disc_off, disc), lit=True)
    others = list(told)
    action: Touch = draft(TrackSide.add_disc, disc)
    if fell is not None:
        others.remove(fell)
        action = draft(TrackSide.turn_disc, fell, disc)
    may = len(others) < THROWN and bool(may_throw(state, (*others, disc)))
    return DiscFace(disc, action if may else NothingToDo(), faded=fell is not None or not may)


def strip_banner(side: TrackSide) -> Banner | None:
    """What is wrong with the discs that are seen in the strip for throws, and what helps (ZG-06)."""
    strip, again = side.strip, _("A disc on edge, under another or off the table is thrown again.")
    if strip.trouble == "over":
        return Banner("ask", _("A disc lies on another."), again)
    if strip.trouble == "few":
        seen = several(
            "Only {n} disc is seen in the strip.", "Only {n} discs are seen in the strip.", strip.count
        )
        return Banner("ask", seen, again)
    if strip.trouble == "many":
        seen = _("{n} discs are seen in the strip, but three are thrown.").format(n=strip.count)
        return Banner("ask", seen, _("Take away what was not thrown."))
    return None


# what an event shows beside its words: the discs that fell, the tower that moved, the piece in question

_FLICKED = Thrown(LIGHTNING, "lightning")
SIDE, STEP = 100.0, 0.28
"""The side of a picture, and how far a piece of a tower stands above the one below it, of its size."""


def event_pictures(state: State, event: Event) -> tuple[EventPicture, ...]:
    """The pictures of an event, told on the state before it."""
    match event:
        case events.Threw():
            return tuple(map(disc, event.discs))
        case events.Zonged() | events.Passed():
            return (disc(_FLICKED),)
        case events.Advanced():
            own = state.agreed.colours[event.seat]
            return _tower(state, event.order or (*event.taken, own))
        case events.FellBack():
            return _tower(state, (state.agreed.colours[event.seat],))
        case events.Cleaned():
            towers = [each for colour in event.moves for each in _tower(state, (colour,))]
            return tuple(towers[:MOST_PICTURES])
        case events.Disputed() | events.Ruled():
            return _tower(state, (event.colour,))
        case events.Voted():
            return _tower(state, (event.colour or state.vote.asked,))
        case events.Starts():
            return _tower(state, (state.agreed.colours[event.youngest],))
    return ()


@lru_cache(maxsize=16)
def disc(one: Thrown) -> Drawing:
    return Drawing("disc", SIDE, SIDE, tuple(disc_marks(one, SIDE / 2, SIDE / 2, SIDE)))


def _tower(state: State, colours: tuple[str, ...]) -> tuple[Drawing, ...]:
    """These pieces on each other; none where one of the names is no piece's."""
    pieces = tuple((colour, state.agreed.seat(colour)) for colour in colours)
    return () if any(seat is None for _colour, seat in pieces) else (tower(pieces),)


@lru_cache(maxsize=128)
def tower(pieces: tuple[tuple[str, Seat | None], ...]) -> Drawing:
    """Pieces on each other, the lowest first."""
    wide = SIDE / (1 + STEP * (len(pieces) - 1))
    marks = [
        mark
        for level, (colour, seat) in enumerate(pieces)
        for mark in piece(colour, seat, SIDE / 2, SIDE - wide / 2 - level * STEP * wide, wide)
    ]
    return Drawing("tower", SIDE, SIDE, tuple(marks))
