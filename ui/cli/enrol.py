"""`companion enrol DECK SOURCE`: learns card faces from pictures or a camera; says which cards look alike."""

from typing import Annotated

import typer


def add_to(app: typer.Typer) -> None:
    app.command("enrol")(enrol)


def enrol(
    deck: Annotated[str, typer.Argument(help="The deck's name, or the folder to make.")],
    source: Annotated[
        str, typer.Argument(help="picamera, a V4L device, a video, a folder or a glob of pictures.")
    ],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Makes a deck folder; exit code 1 if faces look alike or could not be read well."""
