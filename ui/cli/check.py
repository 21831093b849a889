"""`companion check`: camera, light, focus, mat, buttons, LEDs, disk, versions, each with the reason and the fix."""

from typing import Annotated

import typer

from ui.cli.out import say, say_json, say_table


def add_to(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    camera: Annotated[str | None, typer.Option("--camera", help="The source to look through.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Tries everything; exit code 1 if something fails. What is not here is no failure."""
    from dataclasses import asdict

    from ui.checks import all_checks

    found = list(all_checks(camera))
    failed = [one for one in found if one.verdict == "fail"]
    if json:
        say_json({"ok": not failed, "checks": [asdict(one) for one in found]})
    else:
        say_table(
            ("what", "verdict", "found", "what helps"), [(c.what, c.verdict, c.why, c.fix) for c in found]
        )
        say(f"{len(failed)} failed" if failed else "nothing failed")
    if failed:
        raise typer.Exit(1)
