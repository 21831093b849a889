"""What the help of a command calls an argument of each type, in words for people."""

from pathlib import Path
from typing import Annotated

import pytest
import typer

from ui.cli.common import _word_for, worded


@pytest.mark.parametrize(
    ("hint", "word"),
    [
        (bool, ""),
        (Path, "FILE"),
        (Path | None, "FILE"),
        (list[Path], "FILE"),
        (list[Path] | None, "FILE"),
        (int, "NUMBER"),
        (float | None, "NUMBER"),
        (str, "WORD"),
        (tuple[str, ...] | None, "WORD"),
        (list[int] | None, "NUMBER"),
        (bytes, ""),
        (None, ""),
    ],
)
def test_an_argument_is_called(hint: object, word: str) -> None:
    assert _word_for(hint) == word


def test_every_option_of_every_command_is_worded_and_an_argument_has_its_own_name() -> None:
    app, inner = typer.Typer(), typer.Typer()
    app.add_typer(inner, name="more")

    @app.command()
    def one(
        a_file: Path,
        count: int = 3,
        aloud: bool = False,
        named: Annotated[str, typer.Option(metavar="SO")] = "",
    ) -> None:
        """Nothing."""

    @inner.command()
    def two(times: float = 1.0) -> None:
        """Nothing."""

    commands = worded(app).commands
    metavars = {param.name: param.metavar for param in commands["one"].params}
    assert metavars == {"a_file": "A-FILE", "count": "NUMBER", "aloud": None, "named": "SO"}
    (times,) = (param for param in commands["more"].params or commands["more"].commands["two"].params)
    assert times.metavar == "NUMBER"
