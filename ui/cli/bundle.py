"""`companion bundle`: one zip file for support, without a secret of a running game."""

import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

from typer import Option

from ui.box.eyes import game_decks
from ui.cli.options import Options
from ui.cli.out import say
from ui.journal.store import look_at
from ui.places import games_folder
from ui.records.arguments import game_and_setup
from ui.records.beginning import USUAL

_PATIENCE_SECONDS = 5.0


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
