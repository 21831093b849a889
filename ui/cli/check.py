"""`companion check`, `bundle` and `selftest`: the state of this machine, and how well it reads a table."""

import sys
import time
from contextlib import closing
from functools import partial
from itertools import count as ticks
from pathlib import Path
from typing import Any

import typer

from hardware.pins import find_pins
from ui.box.eyes import game_decks
from ui.box.opening import SIMULATED, sources
from ui.cli import pages
from ui.cli.common import Files, Words, answer, say, table_of
from ui.journal.store import look_at
from ui.places import games_folder, pins_file
from ui.present.touches import Goto
from ui.records.beginning import USUAL, UsageFault, app_version, game_and_setup, one_of

_STEP_SECONDS = 5.0
"""Simulated seconds between pictures of a simulated table that nobody watches."""


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
            # Pictures from a source are read with the table and decks of a game.
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


def selftest(
    run: str | None = None,
    *,
    source: str = "",
    game: str = "",
    option: Words = None,
    deck: Files = None,
    count: int = 10,
    seed: int | None = None,
    replay: bool = False,
    accept: bool = False,
    list_runs: bool = False,
    keep: bool = True,
    json: bool = False,
) -> None:
    """Measures how well this table is read; exit code 1 if a replay is worse than the last result."""
    from ui.selftest import course

    if list_runs:
        rows = []
        for kept_in in course.all_runs():
            one = course.read_run(kept_in)
            first, last = (one.results[0], one.results[-1]) if one.results else ({}, {})
            scores = last.get("scores", {}).values()
            right, looks = sum(s["right"] for s in scores), sum(s["looks"] for s in scores)
            row = {"run": kept_in.name, "game": one.truth.game, "pictures": len(one.truth.frames)}
            row |= {"right": right, "looks": looks, "replays": max(0, len(one.results) - 1)}
            rows.append(row | {"source": first.get("source", ""), "folder": str(kept_in)})
        heads = ("run", "game", "pictures", "right", "looks", "replays", "source")
        answer(rows, table_of(heads, rows), json=json)
        return
    if replay:
        _replay(run, accept=accept, json=json)
        return
    if run is not None:
        raise UsageFault(f"selftest: expected --replay before a run's name, found {run!r} alone")
    from ui.selftest.side import SelftestSide

    # The program lays the simulated table itself if it was named, or if nobody is there to do it.
    is_by_hand = source != SIMULATED and pages.person_is_there()
    source = source or str(sources()[0].value)
    is_by_hand = is_by_hand or source != SIMULATED
    played, setup = game_and_setup(game or USUAL, None, option or [])
    stands = course.setting(played, setup, deck or [], painted=source == SIMULATED)
    clock = time.monotonic if is_by_hand else ticks(0.0, _STEP_SECONDS).__next__

    begun = partial(SelftestSide, stands, source, seed, clock, count, keeps=keep)
    page = begun()
    if not is_by_hand:
        while page.course.asked is not None:
            typer.echo(f"{page.model().title}. {page.model().headline}", err=True)
            page.laid_there()
            # Without a thread the frames are looked at here; a fault would otherwise loop for ever.
            while not (page.onlooker.look() and page.tick()):
                if page.onlooker.trouble is not None:
                    raise RuntimeError(page.onlooker.trouble)
            typer.echo(f"  {page.model().headline}", err=True)
            page.next_thing()
        page.left()
    # The report's "again" leads back here, to a new course.
    while is_by_hand and pages.walk(page) == Goto("selftest"):
        page = begun()
    folder = page.keep()
    found = {"seed": page.seed, "source": source, "kept": None if folder is None else str(folder)}
    # Somebody who has just seen the report on the page does not get its lines a second time.
    is_told = page.phase == "report" and pages.person_is_there()
    kept = () if folder is None else (f"kept in {folder}: companion selftest --replay reads it again",)
    lines = (*(() if is_told else course.report_lines(page.course)), *kept)
    answer(found | course.things_json(page.course) | course.result_json(page.course), *lines, json=json)


def _replay(name: str | None, *, accept: bool, json: bool) -> None:
    from ui.selftest import course

    runs = {path.name: path for path in course.all_runs()}
    if name is None and not runs:
        raise UsageFault("selftest: expected a kept run, found none: run companion selftest first")
    folder = runs[max(runs)] if name is None else runs.get(name)
    if folder is None:
        raise UsageFault(f"selftest: expected a run among {', '.join(runs) or 'none'}, found {name!r}")
    run = course.read_run(folder)
    again = course.replayed(run)
    found = {"at": course.now(), "version": app_version(), "source": "replay"} | course.result_json(again)
    before = run.results[-1] if run.results else None
    worse = before is not None and course.is_worse(found, before)
    if accept or not worse:
        # A worse result is not kept, so that the next replay finds it again.
        course.add_result(run, found)
    first = run.results[0]["at"] if run.results else "never"
    lines = [f"{folder.name}, first read {first}", *course.report_lines(again)]
    if before is not None:
        lines += [*_changes(found, before), "worse than before" if worse else "not worse than before"]
    found = {"run": folder.name, "worse": worse, "before": before} | course.things_json(again) | found
    answer(found, *lines, json=json, no=worse)


def _changes(now: dict[str, Any], before: dict[str, Any]) -> list[str]:
    lines = []
    for kind in sorted(now["scores"].keys() | before["scores"].keys()):
        old, new = before["scores"].get(kind, {}), now["scores"].get(kind, {})
        right = f"{old.get('right', 0)} right before, {new.get('right', 0)} now"
        sure = f"{old.get('sure', 0)} wrong and sure before, {new.get('sure', 0)} now"
        lines += [f"  {kind}: {right}; {sure}"] if old != new else []
    return lines
