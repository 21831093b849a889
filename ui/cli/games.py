"""`companion games`, `rules` and `referee`: what can be played, by which rules, and refereed for other programs."""

import sys
from dataclasses import asdict

from companion.games import all_games
from companion.rulebook import NoSuchRule, rule
from companion.rulebook import rules as all_rules
from ui.cli.common import Line, answer
from ui.records.beginning import UsageFault, game_named


def games(*, json: bool = False) -> None:
    """Lists the games, their seats and their options."""
    from ui.line.stdio import game_json

    found, lines = [game_json(game) for game in all_games().values()], list[Line]()
    for game in found:
        lines.append(f"{game['id']}: {game['name']}, {' or '.join(map(str, game['seats']))} seats")
        rows = []
        for option in game["options"]:
            values = ", ".join(_typed(choice["value"]) for choice in option["choices"]) or "text"
            default = _typed(option["default"])
            rows.append((option["name"], option["words"], values, default, option["ledger"]))
        lines.append((("option", "what it decides", "values", "default", "ledger"), rows))
    answer(found, *lines, json=json)


def _typed(value: object) -> str:
    """A value as it is typed after `--option name=`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules(game: str, id: str = "", *, json: bool = False) -> None:
    """Lists a game's rules, or shows one."""
    name = game_named(game).id
    if not id:
        found = all_rules(name)
        table = ("id", "rule", "source"), [(one.id, one.words, one.source) for one in found]
        answer([asdict(one) for one in found], table, json=json)
        return
    try:
        one = rule(name, id)
    except NoSuchRule:
        raise UsageFault(f"ID: expected a rule of {name}, found {id!r}: see companion rules {name}") from None
    lines = [f"{one.id}: {one.words}", f"source: {one.source or 'none'}"]
    if one.is_reading:
        lines.append(f"our reading of: {one.reads or 'nothing that it says'}")
    if one.not_checked:
        lines.append(f"not checked: {one.not_checked}")
    for example in one.examples:
        lines += ["example:", *(f"    {line}" for line in example)]
    answer(asdict(one), *lines, json=json)


def referee(*, stdio: bool = False) -> None:
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
