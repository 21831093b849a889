"""`companion demo`: a game plays itself on the simulated table, camera pipeline and all."""

from typing import Annotated

import typer

from ui.cli.out import say, say_json


def add_to(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    game: Annotated[str, typer.Argument(help="A game's id.")] = "zoon_alternate",
    headless: Annotated[
        bool, typer.Option("--headless", help="Print what the referee says; open no window.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="The same seed plays the same game.")] = 1,
    events: Annotated[int | None, typer.Option("--events", min=1, help="Stop after so many entries.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", help="The game's usual number if left out.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="NAME=VALUE, any number of times.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="With --headless: JSON for programs.")] = False,
) -> None:
    """Plays a game with no hand on the table."""
    from ui.given import game_and_setup

    played, setup = game_and_setup(game, seats, option or [])
    if not headless:
        from ui.cli.window import open_window

        raise typer.Exit(open_window(played.id, demo=setup))

    from random import Random

    from companion.game import Over
    from companion.referee import Referee
    from ui.demo import Clock, Demo
    from ui.demo_deeds import DemoFault, Hands
    from ui.eyes import load_decks, own_decks
    from ui.games import app_version
    from ui.opening import LIVE_SETTLE_S, drawn_decks, printed_board, set_out, simulated_table
    from vision.eye import Eye

    clock = Clock()
    referee = Referee(played, setup, lambda line: None, app=app_version())
    own = tuple(load_decks(own_decks(played, setup)))
    decks = (*own, *drawn_decks(referee, own))
    table = simulated_table(played.table(setup), decks, clock, printed_board(referee))
    set_out(table, referee)
    chance = Random(seed)
    eye = Eye(played.table(setup), decks, settle_s=LIVE_SETTLE_S)
    shown = Demo(referee, Hands(table, decks, chance), eye, clock, chance)
    fault: str | None = None
    try:
        for number, words in enumerate(shown.play(events), start=1):
            if json:
                say_json({"entry": number, "text": words})
            else:
                say(words)
    except DemoFault as found:
        fault = str(found)
    turn = referee.now().turn
    ended = referee.now().view.headline if isinstance(turn, Over) else None
    if json:
        said = {
            "pictures": shown.pictures,
            "events": len(referee.entries),
            "told": shown.told,
            "asked": shown.asked,
            "laid anew": shown.laid_anew,
            "result": ended,
        }
        say_json({"summary": said | {"fault": fault}})
    else:
        say(ended or "to be continued")
        say(
            f"{shown.pictures} pictures, {len(referee.entries)} events, {shown.told} told, {shown.asked} asked"
        )
    if fault is not None:
        typer.echo(f"companion: {fault}", err=True)
        raise typer.Exit(1)
