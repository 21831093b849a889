"""`companion games`, `rules` and `referee`: what can be played, by which rules, and refereed for other programs."""

import sys
from dataclasses import asdict
from typing import Annotated

from typer import Argument, Option

from companion.games import all_games
from companion.rulebook import NoSuchRule, rule
from companion.rulebook import rules as all_rules
from ui.cli.common import Json, say, say_json, say_table
from ui.records.beginning import UsageFault, game_named


def games(*, json: Json = False) -> None:
    """Lists the games, their seats and their options."""
    from ui.line.stdio import game_json

    found = [game_json(game) for game in all_games().values()]
    if json:
        say_json(found)
        return
    for game in found:
        say(f"{game['id']}: {game['name']}, {' or '.join(map(str, game['seats']))} seats")
        rows = []
        for option in game["options"]:
            values = ", ".join(_typed(choice["value"]) for choice in option["choices"]) or "text"
            default = _typed(option["default"])
            rows.append((option["name"], option["words"], values, default, option["ledger"]))
        say_table(("option", "what it decides", "values", "default", "ledger"), rows)


def _typed(value: object) -> str:
    """A value as it is typed after `--option name=`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules(
    game: Annotated[str, Argument(help="A game's id.")],
    id: Annotated[str, Argument(help="One rule's id.")] = "",
    *,
    json: Json = False,
) -> None:
    """Lists a game's rules, or shows one."""
    name = game_named(game).id
    if not id:
        found = all_rules(name)
        if json:
            say_json([asdict(one) for one in found])
        else:
            say_table(("id", "rule", "source"), [(one.id, one.words, one.source) for one in found])
        return
    try:
        one = rule(name, id)
    except NoSuchRule:
        raise UsageFault(f"ID: expected a rule of {name}, found {id!r}: see companion rules {name}") from None
    if json:
        say_json(asdict(one))
        return
    say(f"{one.id}: {one.words}")
    say(f"source: {one.source or 'none'}")
    if one.is_reading:
        say(f"our reading of: {one.reads or 'nothing that it says'}")
    if one.not_checked:
        say(f"not checked: {one.not_checked}")
    for example in one.examples:
        say("example:")
        for line in example:
            say(f"    {line}")


def referee(
    *, stdio: Annotated[bool, Option("--stdio", help="Speak the line protocol on stdin and stdout.")] = False
) -> None:
    """Referees for another program: one JSON object a line in, one a line out.

    It is asked by {"do": VERB, …}; the verbs are games, new, position, state, turn, legal, tell, see, look, view, back
    and journal. docs/protocol.md tells every field, answer and error, with examples.
    """
    from ui.line.stdio import serve

    if not stdio:
        raise UsageFault(
            "referee: expected --stdio, found nothing: there is no other way to speak with it yet"
        )
    serve(sys.stdin.buffer, sys.stdout.buffer)
