"""`companion check` and `bundle`: how this machine is, told here or packed into one zip file for support."""

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from hardware.pins import find_pins
from ui.box.eyes import game_decks
from ui.cli.common import Json, Options, Words, say, say_json, say_table
from ui.journal.store import look_at
from ui.places import games_folder, pins_file
from ui.records.beginning import USUAL, game_and_setup, one_of

_PATIENCE_SECONDS = 5.0


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


def bundle(
    output: Annotated[
        Path | None,
        Option("-o", "--output", help="The zip file to write; in the program's folder if left out."),
    ] = None,
    camera: Annotated[
        str | None, Option(help="A source of a picture: a camera, a folder, a picture.")
    ] = None,
    game: Annotated[str, Option(help="Whose table the pictures show.")] = "",
    option: Options = None,
) -> None:
    """Packs what was seen, logs, versions, checks and finished games into one zip file."""
    from ui.bundle.gathering import MOST_PICTURES, Gathered, Seen, default_file, write_bundle
    from ui.bundle.machine import camera as camera_told
    from ui.bundle.machine import machine, verdicts, versions
    from ui.checks.machine import all_checks
    from ui.owned.cameras import open_camera

    file = output or default_file()
    gathered = Gathered(checks=verdicts(lambda: all_checks(camera)))
    with closing(look_at(games_folder())) as gathered.store:
        if camera is not None:
            # Pictures from a source, as the table and decks of a game would read them.
            played, setup = game_and_setup(game or USUAL, None, option or [])
            gathered.table = played.table(setup)
            gathered.decks = game_decks(played, setup)
            gathered.seen = seen = list[Seen]()
            with closing(open_camera(camera)) as source:
                until = time.monotonic() + _PATIENCE_SECONDS
                while len(seen) < MOST_PICTURES and time.monotonic() < until and not source.ended:
                    frame = source.newest()
                    if frame is not None:
                        seen.append(Seen(frame.image))
                    else:
                        time.sleep(0.02)
                gathered.camera = camera_told(source)
        left_out = write_bundle(file, gathered, versions(), machine())
    say(f"{file}: {file.stat().st_size / 1e6:.1f} MB; contents.txt says what is in it")
    for name in left_out:
        say(f"left out, as it would be too large: {name}")
