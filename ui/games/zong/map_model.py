"""A map of a board in the making as a screen shows it: what to tap next, what is wrong, outlines over the picture."""

from companion.games.zong.board import FEWEST_SQUARES, GOAL
from companion.language import number
from ui.games.zong.draft import SIZES, STEPS, MapDraft, Step
from ui.games.zong.drawing import near_window, window
from ui.games.zong.touches import LookClosely, Measure, ShowStep
from ui.present.mapping import MapModel
from ui.present.models import Banner, Button
from ui.present.steps import Shown
from ui.present.touches import LeaveSteps, Save, Undo
from ui.present.track import Cell, CellKind, TrackModel
from ui.words import _, several


def step_words(step: Step) -> str:
    """A step in a word."""
    return {
        "size": _("Size"),
        "goal": _("Goal"),
        "track": _("Track"),
        "starts": _("Starts"),
        "red": _("Red"),
        "check": _("Check"),
    }[step]


def size_words(name: str) -> str:
    """A length that people measure."""
    return {
        "width_mm": _("Board, width"),
        "height_mm": _("Board, height"),
        "tag_mm": _("Corner tags, black square"),
        "piece_mm": _("Pieces, across"),
        "square_mm": _("Running squares, side"),
        "start_mm": _("Start squares, side"),
        "goal_mm": _("Goal, side"),
    }[name]


def map_model(
    draft: MapDraft,
    picture: Shown | None,
    trouble: str,
    *,
    can_undo: bool,
    why: str = "",
    near: tuple[float, float] | None = None,
    closely: bool = True,
) -> MapModel:
    """The screen of a step.

    `trouble`: why there is no picture; `why`: what could not be saved or typed. `near`: the point (mm) whose
    surroundings are shown, so that the next tap is exact; `closely`: every tap is made that way.
    """
    headline, body = _asked(draft)
    faults = draft.faults if draft.step == "check" else ()
    banner = None
    if why:
        banner = Banner("trouble", why)
    elif faults:
        banner = Banner("refuse", faults[0][:1].upper() + faults[0][1:] + ".", _more(len(faults) - 1))
    elif trouble:
        banner = Banner("trouble", trouble)
    elif draft.step == "check":
        banner = Banner("good", _("This board can be played on."))
    if near is not None:
        headline, body, banner = _("Now tap the very middle"), (), None
    return MapModel(
        _("Map a board"),
        track_of(draft, picture, near),
        headline,
        body,
        banner,
        tuple(
            Button(step_words(step), ShowStep(step), "chosen" if step == draft.step else "plain")
            for step in STEPS
        ),
        () if near is not None else _keys(draft, closely=closely),
        (
            Button(_("Leave"), LeaveSteps(), "quiet", "back"),
            Button(_("Undo"), Undo(), "plain", "turn", enabled=can_undo),
            Button(
                _("Save"),
                Save(),
                "main" if not draft.faults else "plain",
                "done",
                enabled=not draft.faults,
            ),
        ),
    )


def _more(count: int) -> str:
    return several("and {n} fault more", "and {n} faults more", count) if count else ""


def _asked(draft: MapDraft) -> tuple[str, tuple[str, ...]]:
    """What to do in this step, and how far it is."""
    match draft.step:
        case "size":
            return _("Measure the board"), (_("From tag to tag: between the inner corners."),)
        case "goal":
            return _("Tap the middle of the goal"), ()
        case "track":
            done = several("{n} square", "{n} squares", draft.running)
            words = _("Tap the middle of square {n}").format(n=draft.running + 1)
            return words, (done, _("At least {n} are needed.").format(n=FEWEST_SQUARES))
        case "starts":
            left = draft.starts_left
            if not left:
                return _("All four starts are there"), ()
            return _("Tap the start with {n} planets").format(n=left[0][-1]), ()
        case "red":
            reds = sum(square.red for square in draft.squares)
            return _("Tap each red square"), (several("{n} is red", "{n} are red", reds),)
    words = _("Does every outline lie on its square?")
    return words, (_("Tap a square, then where its middle is."),)


def _keys(draft: MapDraft, *, closely: bool) -> tuple[Button, ...]:
    if draft.step in ("size", "check"):
        some = SIZES if draft.step == "size" else SIZES[4:]
        return tuple(
            Button(
                f"{size_words(name)}: {number(getattr(draft, name), 1, at_most=True)} mm",
                Measure(name),
                "plain",
                "pen",
            )
            for name in some
        )
    if draft.step == "red":
        return ()
    words = _("Each tap close up") if closely else _("Each tap counts at once")
    return (Button(words, LookClosely(not closely), "quiet", "eye"),)


def track_of(draft: MapDraft, picture: Shown | None, near: tuple[float, float] | None = None) -> TrackModel:
    """What is mapped so far over the picture, or over an empty board."""
    board = draft.board
    cells = []
    for square in draft.squares:
        kind: CellKind = "red" if square.red else "track"
        if not square.name.isdecimal():
            kind = "goal" if square.name == GOAL else "start"
        mark = "chosen" if square.name == draft.chosen else None
        cells.append(Cell(square.name, square.x, square.y, square.side, kind, mark))  # type: ignore[arg-type]
    part = window(board) if near is None else near_window(*near)
    return TrackModel(
        board.width_mm, board.height_mm, part, tuple(cells), spots=True, taps=False, picture=picture
    )
