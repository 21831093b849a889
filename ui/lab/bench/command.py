"""`companion bench`: measured figures of this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from ui.cli.common import Files, Words, add, answer
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
