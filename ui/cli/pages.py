"""The touchscreen's pages in a terminal: lines, numbered keys; a typed line is a touch.

Pages print to stderr, so that stdout holds only the command's own output.
"""

import select
import sys
import time
from dataclasses import dataclass, fields
from itertools import groupby

import typer

from ui.cli.common import plain
from ui.present import models
from ui.present.models import Banner, Button, StepModel, StepPage, home_button
from ui.present.touches import Touch, Typed
from vision.printed.marks import Part

_TICK_SECONDS = 0.1
HOME = home_button().action


def person_is_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def walk(page: StepPage) -> Touch | None:
    """Shows a page and does what is typed; returns the touch that left it, None at the end of the input."""
    model, shown = None, Printed()
    try:
        page.start()
        while not page.given_up:
            if page.tick() or model is None:
                model = page.model()
                before, shown = shown, printed(model)
                shown.say(before)
            try:
                line = _typed(is_busy=model.banner is not None and model.banner.tone == "wait")
            except EOFError:
                if model.editing is None and not sys.stdin.isatty():
                    return None
                touch: Touch | None = HOME if model.editing is None else Typed(None)
            else:
                touch = None if line is None else shown.touch(line.strip())
            if touch is None:
                continue
            model = None
            if not page.take(touch) and not (touch == HOME and page.asks_before_home()):
                return touch
        return None
    finally:
        page.left()


def _typed(*, is_busy: bool) -> str | None:
    """The next typed line; None while there is none. Raises EOFError at the end of the input.

    Piped input waits until the page has finished the previous request.
    """
    if sys.stdin.isatty():
        if not select.select([sys.stdin], [], [], _TICK_SECONDS)[0]:
            return None
    elif is_busy:
        time.sleep(_TICK_SECONDS)
        return None
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


@dataclass(frozen=True, slots=True)
class Printed:
    """A page in a terminal.

    `enter`: the key that Enter alone presses; `typing`: preset of a text being typed.
    """

    said: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    keys: tuple[Button, ...] = ()
    enter: Button | None = None
    typing: str | None = None

    def say(self, before: "Printed") -> None:
        """Prints the page; only the new lines if most choices were on the page before."""
        lines = (*self.said, *self.choices)
        kept = sum(choice in before.choices for choice in self.choices)
        if before.typing == self.typing and before.said and 2 * kept >= len(self.choices):
            lines = tuple(line for line in lines if line not in (*before.said, *before.choices))
        else:
            typer.echo(err=True)
        for line in lines:
            typer.echo(plain(line), err=True)

    def touch(self, line: str) -> Touch | None:
        """The touch that a line asks for; None, with a hint printed, if it asks for none."""
        if self.typing is not None:
            return Typed(line or self.typing)
        if line == "q":
            return HOME
        if not line and self.enter is None:
            self.say(Printed())
            return None
        meant = [self.enter] if not line else []
        if line.isdecimal():
            meant = list(self.keys[int(line[:9]) - 1 :][:1]) if int(line[:9]) else []
        elif line:
            meant = [key for key in self.keys if key.words.casefold().startswith(line.casefold())]
        if len(meant) == 1 and meant[0] is not None and meant[0].enabled:
            return meant[0].action
        how = "a number in brackets, or how a key begins; q leaves"
        typer.echo(plain(f"  {line!r} is not known here, or cannot be done now: {how}"), err=True)
        return None


def printed(model: StepModel) -> Printed:
    banner = model.banner
    said = [model.title, model.headline, *model.body]
    if banner is not None:
        said += [f"{'!' if banner.tone == 'trouble' else '–'} {banner.words}", banner.more]
    said += [shown.words for shown in model.pictures]
    # While a text is typed there are no keys: every line is that text.
    if model.editing is not None:
        title, text = model.editing
        said.append(f"{title}{f' [{text}]' if text else ''}:")
        return Printed(tuple(filter(None, said)), typing=text)
    # Enter presses the only main key; with two of them Enter would guess.
    main = [key for key in model.keys or model.tools if key.weight == "main" and key.enabled]
    enter = main[0] if len(main) == 1 else None
    keys: list[Button] = []

    # A key gets its number where its line is made, so numbers follow the order on the page.
    def named(key: Button) -> str:
        keys.append(key)
        words = f"[{len(keys)}{' or Enter' if key is enter else ''}] {key.words}"
        words += " *" if key.weight == "chosen" else ""
        words += f" · {key.detail}" if key.detail else ""
        return words if key.enabled else f"({words})"

    def lines_of(row: models.PageRow) -> list[str]:
        match row:
            case str():
                return [row]
            case models.Said():
                return [row.words]
            case Button():
                return [named(row)]
            case Banner():
                return [row.words, row.more]
            case models.Gauge():
                return [f"{row.words} {row.found}/{row.most}"]
            case models.Counted():
                keys = (
                    Button(f"{row.words} × {row.count}", row.open, detail=row.detail),
                    Button("−", row.less, enabled=row.count > 0),
                    Button("+", row.more),
                )
                return lines_of(keys)
            case models.KeyPad():
                many = [row.keys[n : n + row.across] for n in range(0, len(row.keys), row.across)]
                return [line for keys in many for line in lines_of(keys)]
            case models.Tiles():
                return [named(Button(each.words, each.action, detail=each.detail)) for each in row.tiles]
            case models.OptionRow():
                return [f"{row.words}: {'   '.join(map(named, row.choices))}"]
            case tuple():
                return ["   ".join(line for each in row for line in lines_of(each))]
        words = (getattr(row, each.name) for each in fields(row))
        return [" · ".join(each for each in words if each and isinstance(each, str))]

    # A board as lines: parts at one height share a line.
    drawn = () if model.board is None else model.board.drawn(1.0).marks
    spots = sorted((mark for mark in drawn if isinstance(mark, Part)), key=lambda part: (part.y, part.x))
    board = [
        tuple(
            Button(spot.words, spot.touch) if isinstance(spot.touch, Touch) else spot.words for spot in line
        )
        for _y, line in groupby(spots, key=lambda part: part.y)
    ]
    rows = [row for row in (model.tabs, *board, *model.aside, *model.keys, *model.rows, model.tools) if row]
    choices = tuple(f"  {line}" for row in rows for line in lines_of(row))
    return Printed(tuple(filter(None, said)), choices, tuple(keys), enter)
