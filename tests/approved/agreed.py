"""What each game says of what may be agreed before it: every choice, wrong ones, facts that owners bring along."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.game import Game, Option, Setup, SetupFault, Value, checked
from companion.games.zoon.family.deck import fact_names
from tests.approved.chance import one_of, spread
from tests.approved.changed import changed
from tests.approved.plays import NAMES, play
from tests.approved.records import digest, said
from tests.companion.golems import SETUP_FACTS

WRONG: tuple[Value, ...] = ("", "no such", 99, -1, True, "a,b", ",", "1,1", "boarix", "set", "red,red,red")
FACT_VALUES: tuple[Value, ...] = (
    0,
    3,
    -1,
    99,
    "",
    "x",
    "star",
    True,
    "nonsense",
    "hills,water",
    "any",
    "n e",
    "{",
    "[]",
)
FACTS_TRIED = 40
CHANGED = 30


def of_game(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Each set-up in words, and what comes of it."""
    for kind in game.events:
        fields = [
            (field.encode_name, repr(field.type), repr(field.default))
            for field in msgspec.structs.fields(kind)
        ]
        yield "events", said((kind.__name__, kind.told, kind.vanishing, kind.vague, kind.blind, fields))
    yield "options", said((game.id, game.name, game.seats, game.options))
    for seats in range(8):
        yield "seats", _outcome(game, Setup(seats))
    for option in game.options:
        for seats in game.seats:
            for value in (*_values(option, seats), *WRONG):
                yield f"option {option.name}", _outcome(game, Setup(seats, ((option.name, value),)))
    yield "names", _outcome(game, Setup(game.seats[0], players=("Ann", "Ben", "Cy", "Dee", "Eve")))
    for facts in _facts(game):
        yield "facts", _outcome(game, Setup(game.seats[0], facts=facts))
    for setup in _of_plays(game):
        yield "facts of plays", _outcome(game, setup)


def _values(option: Option, seats: int) -> Iterator[Value]:
    names = [choice.value for choice in option.choices]
    if not names:
        yield from islice((f"-{one_of(fact_names(), option.name, n).split('.')[0]}" for n in range(99)), 3)
        yield from (
            "+gold-hure",
            "gold-hure",
            "-gold-hure;+korse-a,+furie",
            "0,1",
            "1",
            "-korse-a korse-b,-korse-a",
        )
    for at, name in enumerate(names):
        turned = [str(each) for each in (*names[at:], *names[:at])]
        yield name
        yield ",".join(turned[:seats])
        yield ",".join([str(name)] * seats)
        if option.many:
            yield ",".join(turned[: option.many])
            yield ",".join(turned[: option.many - 1])
            yield ",".join([*turned[: option.many - 1], turned[0]])


def _facts(game: Game[Any]) -> Iterator[tuple[tuple[str, Value], ...]]:
    yield (("no such", 1),)
    names = sorted({*_names_of_plays(game), *(fact_names() if _has_tribes(game) else ())})
    for at in spread(len(names), FACTS_TRIED):
        for number in range(3):
            yield ((names[at], one_of(FACT_VALUES, game.id, at, number)),)
    if _has_tribes(game):
        yield SETUP_FACTS
        name, text = SETUP_FACTS[0]
        for number in range(CHANGED):
            yield ((name, json.dumps(changed(json.loads(str(text)), f"cards {number}"))),)


def _of_plays(game: Game[Any]) -> Iterator[Setup]:
    """The set-ups of recorded games with something otherwise among their facts."""
    for setup in (play(name).setup for name in NAMES if name.startswith(f"{game.id}/")):
        yield setup
        for at, (name, value) in enumerate(setup.facts):
            for number in range(CHANGED if str(value).startswith("{") else 3):
                salt = f"{game.id} {at} {number}"
                is_table = str(value).startswith("{")
                other = (
                    json.dumps(changed(json.loads(str(value)), salt))
                    if is_table
                    else one_of(FACT_VALUES, salt)
                )
                facts = (*setup.facts[:at], (name, other), *setup.facts[at + 1 :])
                yield Setup(setup.seats, setup.options, setup.players, facts)


def _names_of_plays(game: Game[Any]) -> set[str]:
    plays = (play(name).setup.facts for name in NAMES if name.startswith(f"{game.id}/"))
    return {name for facts in plays for name, _ in facts}


def _has_tribes(game: Game[Any]) -> bool:
    return any(option.name == "tribes" for option in game.options)


def _outcome(game: Game[Any], setup: Setup) -> str:
    """What a set-up is filled in to, how the table lies and the game begins with it; or why it cannot be."""
    try:
        setup = checked(game, setup)
        state = game.start(setup)
    except SetupFault as fault:
        return f"fault: {fault}"
    begins = (game.table(setup), game.dump_position(state), game.view(state, None), game.turn(state))
    return digest(said((setup, begins)))
