"""`companion check`: camera, calibration, buttons, LEDs, disk, versions, each with the reason and the fix."""

import sys
from typing import Annotated

import typer
from typer import Argument, Option

from hardware.pins import find_pins
from ui.cli.options import Json, Words
from ui.cli.out import say, say_json, say_table
from ui.places import pins_file
from ui.records.arguments import one_of


def check(
    what: Annotated[str | None, Argument(help="pins: lights each lamp and waits for each button.")] = None,
    camera: Annotated[str | None, Option(help="The source to look through.")] = None,
    image: Annotated[Words, Option(help="Judge this picture; may be repeated.")] = None,
    board: Annotated[
        Words, Option(help="Learn the lens from pictures of the mat or a ChArUco board; may be repeated.")
    ] = None,
    *,
    quick: Annotated[bool, Option("--quick", help="Only whether it starts and reads what is kept.")] = False,
    json: Json = False,
) -> None:
    """Tries everything; exit code 1 if something fails. What is not here is no failure."""
    from ui.checks.machine import all_checks, quick_checks, tried

    if what is not None:
        one_of("check", ("pins",), what)
        # every lamp and button one by one; on a terminal people are asked what they see
        asked = not json and sys.stdin.isatty()
        was_lit = (lambda: typer.confirm("  does it shine?", default=True)) if asked else None
        tell = (lambda _words: None) if json else say
        found = list(tried(find_pins(pins_file()), tell, was_lit))
    elif quick:
        found = list(quick_checks())
    elif image:
        from ui.checks.lookout import look_at

        found = list(look_at(image))
    elif board:
        from ui.checks.lookout import learn_from

        found = list(learn_from(board, camera))
    else:
        found = list(all_checks(camera))
    failed = [one for one in found if one.ok is False]
    if json:
        say_json({"ok": not failed, "checks": [one.json() for one in found]})
    else:
        rows = [(one.name, one.word, one.words, one.fix) for one in found]
        say_table(("what", "verdict", "found", "what helps"), rows)
        say(f"{len(failed)} failed" if failed else "nothing failed")
    if failed:
        raise typer.Exit(1)
