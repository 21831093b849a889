"""`companion bench`: measured figures of this machine."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ui.cli.out import say, say_json

_SECTIONS = ("engine", "vision", "app")


def add_to(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    section: Annotated[
        list[str] | None, typer.Option("--only", help="engine, vision or app; all if left out.")
    ] = None,
    frames: Annotated[
        list[Path] | None, typer.Option("--frames", help="Folders of pictures with truth.json.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Measures engine, eye and app start."""
    from ui.bench import app_start, engine, machine, vision
    from ui.given import one_of

    wanted = [one_of("--only", _SECTIONS, name) for name in section or _SECTIONS]
    found: dict[str, Any] = {"machine": machine()}
    if "engine" in wanted:
        found["engine"] = engine()
    if "vision" in wanted:
        found["vision"] = vision(_folders(frames))
    if "app" in wanted:
        found["app"] = app_start()
    if json:
        say_json(found)
        return
    for name, figures in found.items():
        say(name)
        _say(figures, "  ")


def _folders(frames: list[Path] | None) -> list[Path]:
    from ui.bench import frames_of_the_project
    from ui.given import GivenFault

    found = frames or frames_of_the_project()
    if not found:
        raise GivenFault("--frames: expected folders of pictures with truth.json, found none")
    return found


def _say(figures: dict[str, Any], indent: str) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            say(f"{indent}{name}")
            _say(value, indent + "  ")
        else:
            say(f"{indent}{name}: {value}")
