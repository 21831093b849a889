"""`companion games`: what can be played, and what can be agreed for it."""

from companion.games import all_games
from ui.cli.options import Json
from ui.cli.out import say, say_json, say_table


def games(*, json: Json = False) -> None:
    """Lists the games, their seats and their options."""
    from ui.line.stdio import game_json

    found = [game_json(game) for game in all_games().values()]
    if json:
        say_json(found)
        return
    for game in found:
        say(f"{game['id']}: {game['name']}, {' or '.join(map(str, game['seats']))} seats")
        rows = [
            (
                option["name"],
                option["words"],
                ", ".join(_typed(choice["value"]) for choice in option["choices"]) or "text",
                _typed(option["default"]),
                option["ledger"],
            )
            for option in game["options"]
        ]
        say_table(("option", "what it decides", "values", "default", "ledger"), rows)


def _typed(value: object) -> str:
    """A value as it is typed after `--option name=`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
