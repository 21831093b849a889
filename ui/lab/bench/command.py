"""`companion bench`: measured figures of this machine: engine, judge, eye, and the start of the app."""

import json
import os
import platform
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from subprocess import TimeoutExpired
from typing import Any

import typer

from companion.game import Game, Setup, checked
from companion.games import all_games
from companion.judge import judge
from companion.lawful import drawn
from ui.cli.common import Files, Words, add, answer
from ui.demo.random_play import play_games
from ui.line.shapes import Json
from ui.records.beginning import UsageFault, one_of
from ui.watching import perfect_eye

_SECTIONS = ("engine", "vision", "app")
APP_SECONDS = 120.0


def add_to(app: typer.Typer) -> None:
    add(app, "bench", bench)


def bench(
    sections: Words = None,
    *,
    frames: Files = None,
    deck: Files = None,
    photos: Path | None = None,
    quick: bool = False,
    json: bool = False,
) -> None:
    """Measures engine, eye, and the app: its start and its memory."""
    wanted = [one_of("sections", _SECTIONS, name) for name in sections or _SECTIONS]
    found: dict[str, Any] = {"machine": machine()}
    if "engine" in wanted:
        found["engine"] = engine()
    if "vision" in wanted:
        from ui.lab.bench.vision import frames_of_the_project, vision

        given = frames or ([] if photos is not None else frames_of_the_project())
        if not given and photos is None:
            raise UsageFault("--frames: expected folders of pictures with truth.json, found none")
        found["vision"] = vision(given, deck or (), photos, 6 if quick else 1)
    if "app" in wanted:
        found["app"] = app_start()
    answer(found, *_lines(found), json=json)


def _lines(figures: dict[str, Any], indent: str = "") -> Iterator[str]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield f"{indent}{name}"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{indent}{name}"
            for line in value:
                yield indent + "  " + ", ".join(f"{key}: {told}" for key, told in line.items())
        elif name == "notes":
            yield f"{indent}{name}: {len(value)} (--json tells them)"
        else:
            yield f"{indent}{name}: {value}"


def machine() -> Json:
    processor = platform.processor()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
        processor = next(iter(names), processor)
    return {
        "machine": platform.machine(),
        "processor": processor,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def engine(games: int = 60, seed: int = 1) -> Json:
    """For each game: events a second of random play with every invariant checked, and times of the judge."""
    figures = {}
    for id, game in all_games().items():
        setup = checked(game, Setup(game.seats[0]))
        play = play_games(game, setup, games, seed)
        times = judge_ms(game, setup, seed)
        figures[id] = {
            "games": play.games,
            "events": play.events,
            "events_per_second": round(play.events_per_second),
            "broken": len(play.broken),
            "judge_ms_median": round(median(times), 3),
            "judge_ms_max": round(max(times), 3),
            "scenes_judged": len(times),
        }
    return figures


def judge_ms(game: Game[Any], setup: Setup, seed: int, most: int = 150) -> list[float]:
    """Milliseconds for judging scenes just after a lawful event, seen by a perfect eye."""
    chance, state = Random(seed), game.start(setup)
    times: list[float] = []
    while len(times) < most:
        event = drawn(game, state, chance.randrange)
        if event is None:
            state = game.start(setup)
            continue
        after = game.after(state, event)
        if not event.told and game.look(after) != game.look(state):
            shown = perfect_eye.scene(game.look(after))
            start = time.perf_counter()
            judge(game, state, shown)
            times.append((time.perf_counter() - start) * 1000)
        state = after
    return times


def app_start() -> Json:
    """For each game: seconds to the app's first screen, and its memory in MB there and in play.

    The game plays itself on the simulated table, so the eye reads and the screen draws; MB are of the whole process.
    """
    return {id: in_the_app("ui.lab.bench.app", id) for id in all_games()}


def in_the_app(
    module: str, *arguments: str, seconds: float = APP_SECONDS, beside: Path | None = None
) -> Json:
    """The JSON printed by a module that runs the app in its own process and home, with or without a display."""
    from ui.checks.machine import apart

    with tempfile.TemporaryDirectory(prefix="zo-bench-", dir=beside) as home:
        more = {"ZO_STARTED": str(time.time())}
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            more["SDL_VIDEODRIVER"] = "offscreen"
        try:
            run = apart(module, *arguments, home=home, seconds=seconds, **more)
        except TimeoutExpired:
            return {"why": f"no figures within {seconds:.0f} s"}
    lines = [line for line in run.stdout.splitlines() if line.startswith("{")]
    if not lines:
        return {"why": " ".join(run.stderr.split())[-300:] or f"exit code {run.returncode}"}
    figures: Json = json.loads(lines[-1])
    return figures
