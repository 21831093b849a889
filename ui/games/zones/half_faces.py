"""The faces while the screen is down: what all may know, the curtain before a half, and the half for its owner alone.

Rule kept: what is wrong with a half stands on its owner's page only; all others learn "ready" or "not yet".
"""

from dataclasses import replace

from companion.game import Breach, Seat
from companion.games.zones.events import Based, Drew, Lifted
from companion.games.zones.halves import drawing, is_up
from companion.games.zones.halves import faults as faults_known
from companion.games.zones.pieces import side_title
from companion.games.zones.state import Field
from ui.games.zones.board_side import Boardside
from ui.games.zones.drawing import half_board
from ui.games.zones.half import faults
from ui.games.zones.touches import DealHalves, HalfReady, HideHalf, ReadHalf
from ui.games.zones.words import fault_words, squares_in
from ui.present.field import ScreenModel
from ui.present.models import Banner, Button, MarkKind, Sign, TableModel, Weight
from ui.present.table_touches import DrawCurtain, Tell
from ui.words import _, joined

MOST_FAULTS = 3
FEW_HOMES = 3
"""A base with no more home tiles than this stands in a corner (ZN-11)."""


def screened(side: Boardside, model: TableModel) -> TableModel:
    """What all may know: who is ready. Each seat has the way to its own half."""
    state = side.state
    model = replace(model, chips=tuple(replace(chip, aside=()) for chip in model.chips))
    if is_up(state):
        lift = Button(_("The screen is lifted"), Tell(Lifted()), "main", "done")
        return replace(
            model,
            headline=_("Both are ready: lift the screen"),
            body=(_("Take the screen away, then touch here: the board shows both halves."),),
            helps=(lift,),
            tools=_without_done(model),
            own=_doors(side),
        )
    keys = [*_for_both(side), *_ticks(side)]
    tiles = state.agreed.tiles
    what = _("Each lays a base, {n} tiles drawn in turn, and three pieces.")
    # What is drawn in turn is told above the keys, to be read while hands are full.
    banner: Banner | None = None
    body = (what.format(n=tiles),) if not any(state.screen.drawn) else model.body[:1]
    if side.due:
        names = joined([side.names[seat] for seat in side.due])
        banner = Banner(
            "ask", _("{name}: take your hands off the table.").format(name=names), _("The half is read.")
        )
    waits = [side.names[seat] for seat in sorted(side.turned_down) if not state.screen.ready[seat]]
    if waits and not side.due:
        banner = Banner(
            "ask",
            _("{name}: not yet.").format(name=joined(waits)),
            _("Look at your half alone: there it says why."),
        )
    return replace(
        model,
        headline=_("The screen is down"),
        body=() if banner else body,
        banner=banner,
        helps=tuple(keys),
        tools=_without_done(model),
        own=_doors(side),
    )


def _doors(side: Boardside) -> ScreenModel:
    """The board behind its screen, and on each half the keys of whose it is: nobody opens the other's by a slip."""
    return ScreenModel(
        (_keys(side, 0), _keys(side, 1)), _("The screen is down"), (_note(side, 0), _note(side, 1))
    )


def _note(side: Boardside, seat: Seat) -> str:
    """What stands on a half that the box lays: nobody opens it."""
    if seat not in side.boxed:
        return ""
    words = _("{name} is ready") if side.state.screen.ready[seat] else _("{name} lays out last, by itself.")
    return words.format(name=side.names[seat])


def _for_both(side: Boardside) -> tuple[Button, ...]:
    """Where nobody lays anything yet and no camera looks, both halves may be dealt at once."""
    screen = side.state.screen
    if side.looked or any(screen.based) or any(screen.drawn) or any(screen.ready):
        return ()
    words, detail = _("Lay both halves for us"), _("By lot, as the rules have it.")
    return (Button(words, DealHalves((0, 1)), "main", "cards", detail),)


def _ticks(side: Boardside) -> list[Button]:
    """For all to touch, if they like: that a base lies, that a tile was drawn; never which or where."""
    state = side.state
    if any(state.screen.ready):
        return []
    bases = [
        Button(
            _("{name}: the base is laid").format(name=side.names[seat]),
            Tell(Based(seat)),
            "quiet",
            "done",
        )
        for seat in (0, 1)
        if not state.screen.based[seat] and seat not in side.boxed
    ]
    tiles = [
        Button(_("{name} drew a tile").format(name=side.names[seat]), Tell(Drew(seat)), "quiet", "plus")
        for seat in sorted(drawing(state) - side.boxed)
    ]
    return bases + tiles


def _without_done(model: TableModel) -> tuple[Button, ...]:
    """“Done” says nothing here: who is ready says so with the own key."""
    return tuple(tool for tool in model.tools if tool.icon != "done")


def _keys(side: Boardside, seat: Seat) -> tuple[Button, ...]:
    """A seat's own keys, which keep their places: with a camera its half is read; without one it is told alone."""
    name, ready = side.names[seat], side.state.screen.ready[seat]
    if seat in side.boxed:
        return ()
    if not side.looked:
        return (_door(side, seat, "quiet" if ready else "plain"),)
    read = Button(
        _("{name} is ready").format(name=name), ReadHalf(seat), "main", "done", seat=seat,
        detail=_("The camera reads the half; nobody sees it."), enabled=not ready,
    )  # fmt: skip
    return (read, _door(side, seat, "quiet" if ready else "plain"))


def _door(side: Boardside, seat: Seat, weight: Weight) -> Button:
    """The way to the curtain before a half."""
    name, ready = side.names[seat], side.state.screen.ready[seat]
    words = _("{name}: my half") if not ready else _("{name} is ready")
    detail = _("Open it to change something.") if ready else _("Only you may look.")
    return Button(
        words.format(name=name),
        DrawCurtain(seat),
        weight,
        "done" if ready else "eye",
        detail,
        seat,
    )


def curtain(side: Boardside, model: TableModel) -> TableModel:
    """Nothing is shown yet: the screen is handed over, the other looks away."""
    seat = side.alone or 0
    name, other = side.names[seat], side.names[1 - seat]
    place = side_title(side.state.agreed.sides[seat])
    return replace(
        model,
        headline=_("Hand the screen to {name}").format(name=name),
        body=(
            _("Only {name} ({side}) may look now.").format(name=name, side=place),
            _("{name}: please look away.").format(name=other),
        ),
        sign=Sign(seat, name, _("alone")),
    )


def half(side: Boardside, model: TableModel) -> TableModel:
    """The owner's page: what is laid, what is wrong with it, and the key that says "ready"."""
    seat, draft, given = side.alone or 0, side.draft, side.state.agreed
    if draft is None:
        return model
    wrong = faults(given, draft)
    marks: dict[str, MarkKind] = {}
    for breach in wrong:
        kind: MarkKind = "missing" if breach.rule == "s4-all-filled" else "wrong"
        marks |= dict.fromkeys(squares_in(breach.about, given), kind)
    # That both halves together hold too much only the referee knows, of what it was told.
    known = () if wrong or draft.changed else faults_known(side.state, seat)
    told = tuple(fault_words(breach, given, _stands(side, breach)) for breach in (*wrong, *known))
    if side.unseen:
        told = (side.unseen, *told)
    good = None if told else Banner("good", _("Everything is right."), _corner(given.board, draft.base))
    ready = Button(_("I am ready"), HalfReady(seat), "main", "done", seat=seat, enabled=not wrong)
    read = (Button(_("Read it again"), ReadHalf(seat), "plain", "camera"),) if side.looked else ()
    if not (draft.base or draft.tiles or draft.pieces or read):
        read = (Button(_("Lay mine for me"), DealHalves((seat,)), "plain", "cards"),)
    return replace(
        model,
        kind="half",
        headline=_("{name}: your half").format(name=side.names[seat]),
        body=(*told[:MOST_FAULTS], _hint(draft.brush)),
        banner=good,
        answers=(ready, *read, Button(_("Hide"), HideHalf(), "quiet", "back")),
        helps=(),
        chips=(),
        past=(),
        tools=(),
        sign=None,
        own=half_board(given, draft, marks),
    )


def _stands(side: Boardside, breach: Breach) -> str:
    """The piece that stands where something is wrong."""
    given, draft = side.state.agreed, side.draft
    at = next(iter(squares_in(breach.about, given)), "")
    piece = "" if draft is None else draft.piece_on(at)
    return given.kinds[piece].name if piece in given.kinds else ""


def _hint(brush: str) -> str:
    if brush == "nothing":
        return _("Touch a square to take off what lies there.")
    return _("Choose a tile or piece under the board, then touch its squares. A second touch takes it off.")


def _corner(board: Field, base: str) -> str:
    number = board.numbers.get(base)
    if number is None or len(board.near[number]) > FEW_HOMES:
        return ""
    return _("A base in a corner has three home tiles: hard to reach, but little room to summon.")
