"""The face of a throw in ZONG: discs, touched as they fell, and what they come to; and what all of its faces share."""

from dataclasses import replace
from itertools import permutations

from companion.games.zong.events import Disc, Starts, Threw
from companion.games.zong.rest import middle
from companion.games.zong.rules import forward_place, points_of, threw
from companion.games.zong.state import BLUE, LIGHTNING, RISK, THROWN, State, called_square
from companion.language import number
from ui.games.zong.drawing import stacked, standing, tokens
from ui.games.zong.event_pictures import COLOURS
from ui.games.zong.side import TrackSide
from ui.games.zong.telling import may_throw, throw_told
from ui.games.zong.touches import AddDisc, DiscOff, ListDiscs, TurnDisc
from ui.games.zong.words import disc_words
from ui.pages.played_table import tell
from ui.present.models import Banner, Button, TableModel
from ui.present.thrown import DiscFace, ShownDisc, ThrowModel
from ui.present.touches import NothingToDo, Touch
from ui.present.track import TrackModel, Way
from ui.words import _, joined, several

Pair = tuple[Disc, ...]
"""A disc as each of its faces."""


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
    return replace(track_of(model), tokens=tokens(state, where, own), ways=ways[-1:])


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
        keys.append(Button(_("Show the board"), ListDiscs(listed=False), "quiet", "eye"))
    else:
        keys.append(Button(_("Say what was thrown"), ListDiscs(listed=True), "plain", "hand"))
    if not state.begun:
        keys += [
            Button(_("{name} begins").format(name=name), tell(Starts(seat)), "quiet", "turn")
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


def _booked(side: TrackSide, event: Threw) -> Button:
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
        *(tuple(Disc(BLUE, face) for face in dict.fromkeys(pair)) for pair in pairs),
        *(tuple(Disc(RISK, face) for face in state.agreed.faces(RISK)),) * risk,
        *(tuple(Disc(LIGHTNING, face) for face in state.agreed.faces(LIGHTNING)),) * lightning,
    )


def fallen_of(pairs: tuple[Pair, ...], told: tuple[Disc, ...]) -> dict[int, Disc]:
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
        ShownDisc(
            COLOURS[pair[0].disc],
            tuple(_face(state, told, disc, fell.get(number)) for disc in pair),
        )
        for number, pair in enumerate(pairs)
    )
    thrown = tuple(
        ShownDisc(COLOURS[disc.disc], (DiscFace(str(disc.face), disc_words(disc), DiscOff(disc)),))
        for disc in told
    )
    total = points_of(told)
    word = several("point", "points", total)
    piece = state.agreed.colours[state.turn]
    return ThrowModel(state.turn, piece, shown, thrown, THROWN, total, word, _("Thrown"))


def _face(state: State, told: tuple[Disc, ...], disc: Disc, fell: Disc | None) -> DiscFace:
    """One face: touched it falls so, or no longer; the other face of one that fell turns it over."""
    sign, words = str(disc.face), disc_words(disc)
    if fell == disc:
        return DiscFace(sign, words, DiscOff(disc), lit=True)
    others = list(told)
    action: Touch = AddDisc(disc)
    if fell is not None:
        others.remove(fell)
        action = TurnDisc(fell, disc)
    may = len(others) < THROWN and bool(may_throw(state, (*others, disc)))
    return DiscFace(sign, words, action if may else NothingToDo(), faded=fell is not None or not may)


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
