"""`companion rules GAME [ID]`: the rules as they are written, each with its id, words and source."""

from dataclasses import asdict
from typing import Annotated

from typer import Argument

from companion.rulebook import NoSuchRule, rule
from companion.rulebook import rules as all_rules
from ui.cli.options import Json
from ui.cli.out import say, say_json, say_table
from ui.records.arguments import UsageFault
from ui.records.beginning import game_named


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
