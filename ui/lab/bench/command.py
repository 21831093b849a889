"""`companion bench`: measured figures of this machine."""

from pathlib import Path
from typing import Any

import typer

from ui.cli.common import Files, Words, add, say, say_json
from ui.records.beginning import UsageFault, one_of

_SECTIONS = ("engine", "vision", "app")


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
    from ui.lab.bench.figures import app_start, engine, machine

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
    if json:
        say_json(found)
        return
    for name, figures in found.items():
        say(name)
        _say(figures, "  ")


def _say(figures: dict[str, Any], indent: str) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            say(f"{indent}{name}")
            _say(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            say(f"{indent}{name}")
            for line in value:
                say(indent + "  " + ", ".join(f"{key}: {told}" for key, told in line.items()))
        elif name == "notes":
            say(f"{indent}{name}: {len(value)} (--json tells them)")
        else:
            say(f"{indent}{name}: {value}")
