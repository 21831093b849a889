"""`companion check` and `bundle`: how this machine is, told here or packed into one zip file for support."""

import sys
from contextlib import closing
from pathlib import Path

import typer

from hardware.pins import find_pins
from ui.box.eyes import game_decks
from ui.cli.common import Words, answer, say
from ui.journal.store import look_at
from ui.places import games_folder, pins_file
from ui.records.beginning import USUAL, game_and_setup, one_of


def check(
    what: str | None = None,
    *,
    camera: str | None = None,
    image: Words = None,
    board: Words = None,
    quick: bool = False,
    json: bool = False,
) -> None:
    """Tries everything; exit code 1 if something fails. What is not here is no failure."""
    from ui.checks.machine import all_checks, quick_checks, tried

    if what is not None:
        one_of("check", ("pins",), what)
        # every lamp and button one by one; on a terminal people are asked what they see
        asked = not json and sys.stdin.isatty()
        was_lit = (lambda: typer.confirm("  does it shine?", default=True)) if asked else None
        found = list(tried(find_pins(pins_file()), (lambda _words: None) if json else say, was_lit))
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
    failed = sum(one.ok is False for one in found)
    rows = [(one.name, one.word, one.words, one.fix) for one in found]
    table = ("what", "verdict", "found", "what helps"), rows
    told = {"ok": not failed, "checks": [one.json() for one in found]}
    answer(told, table, f"{failed} failed" if failed else "nothing failed", json=json, no=failed)


def bundle(
    *, output: Path | None = None, camera: str | None = None, game: str = "", option: Words = None
) -> None:
    """Packs what was seen, logs, versions, checks and finished games into one zip file."""
    from ui.bundle.gathering import MOST_PICTURES, Gathered, default_file, verdicts, write_bundle
    from ui.bundle.gathering import camera as camera_told
    from ui.checks.lookout import newest
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
            with closing(open_camera(camera)) as source:
                gathered.seen = [(picture, None) for picture in newest(source, MOST_PICTURES, live=True)]
                gathered.camera = camera_told(source)
        left_out = write_bundle(file, gathered)
    say(f"{file}: {file.stat().st_size / 1e6:.1f} MB; contents.txt says what is in it")
    for name in left_out:
        say(f"left out, as it would be too large: {name}")
