"""What a game takes along of the owner's tribes, cards and corrections, and what it is played and read with.

Rule kept: a set-up holds all that it needs, so that a record replays when the files have changed or are gone.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.game import Choice, Game, Option, Setup
from companion.games.zoon.family.deck import fact_names, facts
from companion.games.zoon.family.options import TRIBES, armies
from companion.games.zoon.family.sheet import spelled_out
from companion.games.zoon.family.written import army_fact, cards_fact
from ui.owned.tribes import OwnersFault, owned
from ui.places import cards_folder, corrections_file

_WORDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def is_of_tribes(option: Option) -> bool:
    """Whether an option names tribes of Zoon cards, which an owner may add to."""
    return option.open and option.name == TRIBES.name


def takes_tribes(game: Game[Any]) -> bool:
    return any(map(is_of_tribes, game.options))


def own_choices(option: Option) -> tuple[Choice, ...]:
    """What may be chosen besides the choices of an option of tribes: tribes whose cards were added, and built ones."""
    if not is_of_tribes(option):
        return ()
    have = owned()
    added = {
        name: facts(have.cards).tribes[name] for raw in have.sheets.values() for name in raw.get("tribes", {})
    }
    built = {name: army.name or name for name, army in have.armies.items()}
    return tuple(Choice(name, words) for name, words in (added | built).items())


def with_tribes(game: Game[Any], setup: Setup) -> Setup:
    """The set-up with what the owner wrote down of tribes' cards, where the game is played with tribes.

    Raises OwnersFault for a file that is needed and cannot be read.
    """
    if setup.facts or not takes_tribes(game):
        return setup
    have = owned()
    words = {word for option in game.options for word in _names_in(setup.option(option.name, option.default))}
    needed = [name for name in have.armies if name in words]
    for file, fault in have.faults.items():
        if file == corrections_file() or file.stem in words or file.parent == cards_folder():
            raise OwnersFault(fault)
    wanted = words | {
        card for name in needed for card in (*have.armies[name].zoons, *have.armies[name].trumps)
    }
    cards = tuple(cards_fact(name, have.sheets[name]) for name in _needed_sheets(have.sheets, wanted))
    names = set(fact_names(cards)) if have.corrections else set()
    corrections = tuple(pair for pair in have.corrections if pair[0] in names)
    built = tuple(army_fact(name, have.armies[name]) for name in needed)
    return msgspec.structs.replace(setup, facts=(*cards, *corrections, *built))


def tribes_in_play(game: Game[Any], setup: Setup) -> tuple[str, ...]:
    """The tribes that the cards of both armies come from, each once; empty where no tribes were agreed on."""
    if not any(is_of_tribes(option) and setup.option(option.name, "") for option in game.options):
        return ()
    known = facts(setup.facts)
    _names, zoons, trumps = armies(setup, known)
    cards = [*(known.zoons[c].tribe for hand in zoons for c in hand)]
    return tuple(dict.fromkeys((*cards, *(known.trumps[t].tribe for hand in trumps for t in hand))))


def labels_of(tribe: str) -> tuple[str, ...]:
    """What the pictures of a tribe's deck are called, face by face, the back last; empty for what is no tribe."""
    known = owned().facts
    zoons = [zoon.id for zoon in known.zoons.values() if zoon.tribe == tribe]
    found = (*zoons, *(trump.id for trump in known.trumps.values() if trump.tribe == tribe))
    return (*found, "back") if found else ()


def _needed_sheets(sheets: Mapping[str, Mapping[str, Any]], wanted: set[str]) -> list[str]:
    """Those that hold a wanted card, species or tribe, or what those lean on, in the order they are given in."""
    wanted, chosen = set(wanted), set[str]()
    while True:
        more = set[str]()
        for name, raw in sheets.items():
            plain = spelled_out(raw)
            zoons, trumps = plain.get("zoons", {}), plain.get("trumps", {})
            cards = {card for species in zoons.values() for card in species["cards"]}
            tribes = {each["tribe"] for each in (*zoons.values(), *trumps.values())}
            if name not in chosen and wanted & {*zoons, *trumps, *cards, *tribes, *plain.get("tribes", {})}:
                more.add(name)
                wanted |= tribes | {p for species in zoons.values() for p in species.get("partners", ())}
        if not more:
            return [name for name in sheets if name in chosen]
        chosen |= more


def _names_in(value: object) -> list[str]:
    return _WORDS.findall(value) if isinstance(value, str) else []
