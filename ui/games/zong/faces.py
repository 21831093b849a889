"""The faces of ZONG's table screen, one for each phase: what is due, what may be said of it, and the board with it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot

from companion.games.zong.events import FellBack
from companion.games.zong.state import piece_name
from companion.games.zong.turn import back_place, forward_place, mates_of
from ui.games.zong import looked_at
from ui.games.zong.drawing import plain_track
from ui.games.zong.feet import seat_feet
from ui.games.zong.flick_faces import cleanup, lightning
from ui.games.zong.put_right import DRAGGED, asked_back
from ui.games.zong.telling import advance_told, has_two_orders
from ui.games.zong.throw_face import strip_banner, throw
from ui.games.zong.touches import KeepOrder, ListDiscs, TakeAlong
from ui.games.zong.trackside import Trackside, awaited, led
from ui.games.zong.vote_face import vote
from ui.present.models import Banner, Button, MarkKind, TableModel
from ui.present.table_touches import Answer, NoneOfThese, Tell
from ui.present.track import Token, TrackModel
from ui.words import _, joined


def zong_model(side: Trackside, kind: str, model: TableModel) -> TableModel:
    """The model of a face as ZONG shows it: its own board always, and while it is played its own faces."""
    marks: dict[str, MarkKind] = {
        m.region: m.kind for m in model.board.marks if m.kind in ("wrong", "chosen")
    }
    track = replace(plain_track(side.state, marks), feet=seat_feet(side.state, side.names))
    if side.sighted and (kind == "lost" or (kind == "ask" and side.state.phase == "lightning")):
        track = replace(track, tokens=_seen_and_booked(side, track))
    answers = _answers(side, kind, model.answers)
    if side.state.phase == "throw" and kind in ("ask", "lost") and side.strip.trouble:
        model = replace(model, banner=strip_banner(side), body=())
    acting = tuple(chip for chip in model.chips if chip.active)  # all seats stand below the board
    chips = acting if kind in ("play", "over") else model.chips
    shown = replace(model, own=replace(track, taps=False), answers=answers, chips=chips)
    if kind == "square":
        return looked_at.square(side, shown)
    if kind == "telling":
        return replace(shown, body=_how_to_tell(shown.answers))
    face = _FACES.get(side.state.phase)
    if kind != "play" or face is None:
        return shown
    drags = side.state.phase in DRAGGED
    drawn = face(side, replace(shown, own=replace(track, drags=drags), tasks=()))
    if side.telling.ruled is not None and side.state.phase != "cleanup":
        banner, asked = asked_back(side.telling.ruled)
        drawn = replace(drawn, body=(), banner=banner, helps=asked)
    about = looked_at.piece(side, side.telling.touched) if side.telling.touched else ()
    if about and drawn.banner is None and isinstance(drawn.own, TrackModel):
        drawn = replace(drawn, banner=Banner("calm", about[0], about[1]), body=about[2:])
    return _plain_done(replace(drawn, chips=acting if isinstance(drawn.own, TrackModel) else model.chips))


def _how_to_tell(answers: Sequence[Button]) -> tuple[str, ...]:
    """Where the rest is told, in a game whose pieces are dragged and whose discs are touched."""
    where = _("Go back to the game and drag a piece to where it lies, or touch the discs that were thrown.")
    return (where,) if len(answers) > 1 else (_("Nothing else is to be said just now."), where)


def _seen_and_booked(side: Trackside, track: TrackModel) -> tuple[Token, ...]:
    """Where pieces are seen, and faintly where the book has those that are seen elsewhere or not at all."""
    colours, size = side.state.agreed.colours, side.state.board.piece_mm
    seen = {colour: (x, y) for colour, x, y in side.sighted}
    booked = (
        replace(token, faint=True)
        for token in track.tokens
        if token.colour not in seen
        or hypot(token.x - seen[token.colour][0], token.y - seen[token.colour][1]) > size / 2
    )
    return (*booked, *(Token(colour, colours.index(colour), x, y, size) for colour, (x, y) in seen.items()))


def _plain_done(model: TableModel) -> TableModel:
    """“Done” is no main button where another says the same in words."""
    if not any(key.weight == "main" for key in model.helps):
        return model
    tools = tuple(replace(tool, weight="plain") if tool.icon == "done" else tool for tool in model.tools)
    return replace(model, tools=tools)


def _answers(side: Trackside, kind: str, answers: tuple[Button, ...]) -> tuple[Button, ...]:
    """The answers to a question, without boards of their own; what else a throw may have been can be said at once."""
    plain = tuple(replace(answer, board=None) for answer in answers)
    nothing, none = Answer(()), NoneOfThese()
    if kind not in ("ask", "lost") or side.state.phase not in ("throw", "lightning"):
        return plain
    others = tuple(answer for answer in plain if answer.action != none)
    if side.state.phase == "lightning":
        return others if any(answer.action == nothing for answer in plain) else plain
    say = Button(_("Say what was thrown"), ListDiscs(listed=True), "plain", "hand")
    again = _("It is thrown again")
    told = tuple(replace(one, words=again) if one.action == nothing else one for one in others)
    if kind == "lost":
        return (replace(say, weight="main"), *told) if side.strip.trouble else told
    return (*told, say)


def _spiral(side: Trackside, model: TableModel) -> TableModel:
    """One position back."""
    state = side.state
    place = back_place(state, state.turn)
    if place is None:
        return model
    key = Button(_("It fell back"), Tell(FellBack(state.turn)), "main", "done")
    return replace(model, helps=(key,), own=led(side, model, place), body=(awaited(model), *_thrown(model)))


def _points(side: Trackside, model: TableModel) -> TableModel:
    """Forward by the sum; others out of the tower may come along."""
    state, telling = side.state, side.telling
    event = advance_told(state, telling)
    keys: list[Button] = []
    if event is not None:
        words = _("{name} goes on").format(name=side.names[state.turn])
        if event.taken:
            along = joined([piece_name(colour) for colour in event.taken])
            words = _("{name} goes on and takes {pieces} along").format(
                name=side.names[state.turn], pieces=along
            )
        keys.append(Button(words, Tell(event), "main", "done"))
    for seat in mates_of(state, state.turn):
        colour = state.agreed.colours[seat]
        along_now = colour in telling.taken
        words = _("Leave {piece} here") if along_now else _("Take {piece} along")
        keys.append(
            Button(
                words.format(piece=piece_name(colour)),
                TakeAlong(colour),
                "plain",
                "done" if along_now else "hand",
            )
        )
    if has_two_orders(state, telling):
        words = _("Your own piece on top instead") if telling.kept else _("Keep the order as it stood")
        keys.append(Button(words, KeepOrder(not telling.kept), "quiet", "turn"))
    track = led(side, model, forward_place(state, state.turn), telling.taken)
    return replace(model, helps=tuple(keys), own=track, body=(awaited(model), *_thrown(model)))


def _thrown(model: TableModel) -> tuple[str, ...]:
    return model.body[1:2]


_FACES: dict[str, Callable[[Trackside, TableModel], TableModel]] = {
    "throw": throw,
    "lightning": lightning,
    "cleanup": cleanup,
    "vote": vote,
    "spiral": _spiral,
    "points": _points,
}
