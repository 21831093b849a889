"""`companion selftest`: asks to lay ten things, reads them, and says how well it did and what to mend."""

import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.cli.out import say, say_json, say_table

if TYPE_CHECKING:
    from ui.selftest.course import Course
    from ui.selftest.setting import Setting
    from vision.sources.frames import FrameSource

_WAIT_SECONDS = 0.02
_PATIENCE_SECONDS = 30.0
_LAID = "Enter = laid, s = skip, w = I laid something else, q = end"
_DIFFERS = "Enter = it lies there all the same, w = something else lies there, a = I lay it again, s = skip"
_WHAT = "What lies there? its name, down, other (a card of no deck), heads, tails, 1 … 6, or nothing"


def selftest(
    run: Annotated[
        str | None, typer.Argument(help="With --replay: a run by its name; the newest if left out.")
    ] = None,
    source: Annotated[str, typer.Option("--source", help="picamera, a V4L device, or simulated.")] = "",
    game: Annotated[str, typer.Option("--game", help="A game's id: its table and its decks.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE of the game.")] = None,
    deck: Annotated[
        list[Path] | None, typer.Option("--deck", help="A deck's folder, once a deck, in place of all.")
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, max=30, help="How many things.")] = 10,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same seed asks for the same things.")
    ] = None,
    *,
    replay: Annotated[
        bool, typer.Option("--replay", help="Read a kept run again; no camera is needed.")
    ] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="With --replay: keep a worse result as the one to compare with.")
    ] = False,
    list_runs: Annotated[bool, typer.Option("--list", help="The kept runs.")] = False,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the pictures for --replay.")] = True,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Measures how well this table is read; exit code 1 if a replay is worse than the last result."""
    from ui.records.arguments import UsageFault, game_and_setup

    if list_runs:
        _list(json=json)
        return
    if replay:
        _replay(run, accept=accept, json=json)
        return
    if run is not None:
        raise UsageFault(f"selftest: expected --replay before a run's name, found {run!r} alone")
    import random

    from ui.box.opening import sources
    from ui.records.beginning import USUAL, app_version
    from ui.selftest.course import result_json
    from ui.selftest.setting import setting

    source = source or str(sources()[0].value)
    played, setup = game_and_setup(game or USUAL, None, option or [])
    stands = setting(played, setup, deck or [], painted=source == "simulated")
    seed = random.randrange(10_000) if seed is None else seed
    course = (_simulated if source == "simulated" else _live)(stands, source, count, seed)
    folder = None
    if keep and course.steps:
        at = _now()
        about = {"at": at, "version": app_version(), "seed": seed, "source": source}
        name = at[:19].replace(":", "-")
        folder = course.keep(name, stands.game, stands.folders, about, painted=stands.painted)
    if json:
        say_json(
            {"seed": seed, "source": source, "kept": None if folder is None else str(folder)}
            | _told(course)
            | result_json(course)
        )
        return
    _say_report(course)
    if folder is not None:
        say(f"kept in {folder}: companion selftest --replay reads it again")


def _simulated(stands: "Setting", _source: str, count: int, seed: int) -> "Course":
    """The program lays everything by itself on the painted table."""
    from random import Random

    from ui.box.opening import simulated_table
    from ui.selftest.looking import lay, painted_kinds, picture_at_rest, stranger

    course = stands.course(seed, count, painted_kinds(stands.table))
    clock = iter(range(1_000_000))
    table = simulated_table(
        course.table, (*stands.decks, stranger(stands.decks, seed)), lambda: float(next(clock))
    )
    chance = Random(seed)
    while (asked := course.asked) is not None:
        lay(table, asked, course.lying, chance, stands.decks)
        _ask(course)
        course.take(picture_at_rest(table))
        _saw(course)
    return course


def _live(stands: "Setting", source: str, count: int, seed: int) -> "Course":
    """A person lays what is asked for; an end of the input ends the test with what was laid."""
    from ui.owned.cameras import open_camera

    course = stands.course(seed, count)
    with closing(open_camera(source)) as opened:
        typer.echo("Clear the table, but for the mat.", err=True)
        while course.asked is not None:
            _ask(course)
            answer = _answer(_LAID)
            if answer in (None, "q"):
                break
            if answer == "s":
                course.skip()
                continue
            _take(course, opened)
            if answer == "w":
                _correct(course, stands)
            _saw(course)
            _settle(course, stands, opened)
    return course


def _take(course: "Course", source: "FrameSource") -> None:
    """Waits until nothing moves, and reads. Raises SourceFault where no picture comes."""
    import time

    from ui.selftest.looking import Resting
    from vision.sources.frames import SourceFault

    resting, hint = Resting(course.shows_hand), ""
    until = time.monotonic() + _PATIENCE_SECONDS
    newest = None
    while time.monotonic() < until and not source.ended:
        frame = source.newest()
        if frame is None:
            time.sleep(_WAIT_SECONDS)
            continue
        newest = frame
        if resting.see(frame):
            break
        if resting.hint != hint:
            hint = resting.hint
            typer.echo(
                {"hand": "  take your hand away", "moving": "  waiting until nothing moves"}.get(hint, ""),
                err=True,
            )
    if newest is None:
        raise SourceFault(source.trouble or "the camera gave no picture: look at its cable")
    course.take(newest.image)


def _settle(course: "Course", stands: "Setting", source: "FrameSource") -> None:
    """Where something else was read than was asked for, the person says what is true."""
    while (last := course.last) is not None and last.verdict not in ("right", "hidden"):
        match _answer(_DIFFERS):
            case "w":
                _correct(course, stands)
                _saw(course)
                return
            case "a":
                course.again()
                if _answer("Enter = laid") is not None:
                    _take(course, source)
                    _saw(course)
            case "s":
                course.not_there()
            case _there:
                return


def _correct(course: "Course", stands: "Setting") -> None:
    labels = {label: deck.name for deck in stands.decks for label in deck.labels}
    last = course.lying[-1]
    known = {"penny": ("heads", "tails"), "die": tuple("123456")}.get(last.kind if last else "", ())
    while (what := _answer(_WHAT)) is not None:
        if what == "nothing":
            return course.not_there()
        if what == "down":
            course.correct(None, "down")
        elif what == "other":
            course.correct(None, "up")
        elif what in known:
            course.correct(what)
        elif what in labels and last is not None and last.kind == "card":
            course.correct(what, "up", labels[what])
        else:
            typer.echo(f"  {what!r} is not known here", err=True)
            continue
        return None
    return None


def _ask(course: "Course") -> None:
    from ui.selftest.words import request_words

    assert course.asked is not None
    typer.echo(f"{course.number + 1} of {len(course.planned)}: {request_words(course.asked)}", err=True)


def _saw(course: "Course") -> None:
    from ui.selftest.words import saw_words

    if course.last is not None:
        typer.echo(f"  {saw_words(course.last)}", err=True)


def _answer(prompt: str) -> str | None:
    """A line typed, lower case; None at the end of the input."""
    typer.echo(f"  [{prompt}] ", err=True, nl=False)
    line = sys.stdin.readline()
    return line.strip().lower() if line else None


def _replay(name: str | None, *, accept: bool, json: bool) -> None:
    from ui.records.arguments import UsageFault
    from ui.records.beginning import app_version
    from ui.selftest.course import is_worse, result_json
    from ui.selftest.runs import add_result, all_runs, read_run
    from ui.selftest.setting import replayed

    runs = {path.name: path for path in all_runs()}
    if name is None and not runs:
        raise UsageFault("selftest: expected a kept run, found none: run companion selftest first")
    folder = runs[max(runs)] if name is None else runs.get(name)
    if folder is None:
        raise UsageFault(f"selftest: expected a run among {', '.join(runs) or 'none'}, found {name!r}")
    run = read_run(folder)
    course = replayed(run)
    now = {"at": _now(), "version": app_version(), "source": "replay"} | result_json(course)
    before = run.results[-1] if run.results else None
    worse = before is not None and is_worse(now, before)
    if accept or not worse:
        # A worse result is not kept: the next replay must find it again.
        add_result(run, now)
    if json:
        say_json({"run": folder.name, "worse": worse, "before": before} | _told(course) | now)
    else:
        say(f"{folder.name}, first read {run.results[0]['at'] if run.results else 'never'}")
        _say_report(course)
        if before is not None:
            _say_changes(now, before)
            say("worse than before" if worse else "not worse than before")
    if worse:
        raise typer.Exit(1)


def _say_changes(now: dict[str, Any], before: dict[str, Any]) -> None:
    for kind in sorted(now["scores"].keys() | before["scores"].keys()):
        old, new = before["scores"].get(kind, {}), now["scores"].get(kind, {})
        if old != new:
            say(f"  {kind}: {old.get('right', 0)} right before, {new.get('right', 0)} now;"
                f" {old.get('sure', 0)} wrong and sure before, {new.get('sure', 0)} now")  # fmt: skip


def _list(*, json: bool) -> None:
    from ui.selftest.runs import all_runs, read_run

    rows = []
    for folder in all_runs():
        run = read_run(folder)
        first, last = (run.results[0], run.results[-1]) if run.results else ({}, {})
        scores = last.get("scores", {}).values()
        right, looks = sum(s["right"] for s in scores), sum(s["looks"] for s in scores)
        rows.append(
            {
                "run": folder.name,
                "game": run.game,
                "pictures": len(run.frames),
                "right": right,
                "looks": looks,
                "replays": max(0, len(run.results) - 1),
                "source": first.get("source", ""),
                "folder": str(folder),
            }
        )
    if json:
        say_json(rows)
        return
    heads = ("run", "game", "pictures", "right", "looks", "replays", "source")
    say_table(heads, [tuple(row[head] for head in heads) for row in rows])


def _told(course: "Course") -> dict[str, Any]:
    """The things one by one, and the advice."""
    from dataclasses import asdict

    from ui.selftest.words import seen_words_of, what_words

    things = [
        {
            "asked": what_words(asked),
            "place": asked.place,
            "verdict": first.verdict,
            "seen": seen_words_of(first.seen),
            "truth": asdict(asked),
        }
        for asked, first in course.firsts()
    ]
    return {"things": things, "advice": list(course.report().advice)}


def _say_report(course: "Course") -> None:
    found = course.report()
    for line in found.lines:
        say(line)
    if found.lines:
        say("(each thing counts in every picture that shows it)")
    if found.invented:
        say(f"seen where nothing was asked for: {found.invented}")
    for line in found.advice:
        say(f"- {line}")
    if not course.steps:
        say("nothing was laid")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
