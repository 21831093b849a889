"""The owner's tribes, cards and corrections on disk; each file is read by itself and replaced in one step."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unicodedata import normalize

import msgspec

from companion.bounded import MOST_TOML_BYTES, file_text
from companion.game import Choice, Game, Option, Setup, SetupFault, Value
from companion.games.zoon.family import deck, written
from companion.games.zoon.family.deck import Army, Facts, Sheet, fact_names, facts, shipped_sheet
from companion.games.zoon.family.tribes import FORMATS, TRIBES, Mend, armies, changed, limits, origin
from companion.kits.toml_text import TextFault, toml_text
from companion.language import expected_words
from ui.owned.whole_files import not_writable, write_whole
from ui.places import cards_folder, corrections_file, tribes_folder
from ui.words import _, system_words

K = TypeVar("K")
T = TypeVar("T")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*$")
_WORDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ENDING = ".toml"
MOST_ZOONS, MOST_TRUMPS = 20, 6
MOST_TRIES = 50
"""Maximum random tribes drawn until a game accepts one: not every game plays every trump."""


class OwnersFault(SetupFault):
    """An owner's file that cannot be used or written; one line that names it."""

    def __init__(self, message: str) -> None:
        ValueError.__init__(self, message)
        self.field = "facts"


@dataclass(frozen=True, slots=True)
class Owned:
    """Everything that the owner wrote down. `faults`: by file, why it is unreadable."""

    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    armies: Mapping[str, Army] = field(default_factory=dict)
    corrections: tuple[written.Fact, ...] = ()
    faults: Mapping[Path, str] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[written.Fact, ...]:
        return tuple(written.cards_fact(name, raw) for name, raw in self.sheets.items())

    @property
    def facts(self) -> Facts:
        """All cards, with additions and corrections."""
        return facts((*self.cards, *self.corrections))


def owned() -> Owned:
    """The owner's folders as they are now; faulty files are left out and named."""
    faults: dict[Path, str] = {}
    have = Owned(_sheets(faults), faults=faults)
    file = corrections_file()
    if file.exists():
        read = _read_or_note(file, written.read_corrections, have.cards, faults)
        have = replace(have, corrections=read or ())
    known, built = have.facts, {}
    for file in _files(tribes_folder()):
        if file.stem in known.tribes or not NAME.match(file.stem):
            expected = "a file name of small letters and hyphens that is no tribe's"
            faults[file] = f"{file}: expected {expected}, found {file.stem!r}"
        elif (army := _read_or_note(file, written.read_army, known, faults)) is not None:
            built[file.stem] = army
    return replace(have, armies=built)


def army_file(file: Path, known: Facts) -> Army:
    """An army from any file. Raises OwnersFault."""
    return _read(file, written.read_army, known)


def sheet_file(file: Path) -> Sheet:
    """A sheet of cards from any file, read with the shipped and kept cards. Raises OwnersFault."""
    known = shipped_sheet()
    for name, raw in owned().sheets.items():
        if name != file.stem:
            known = deck.merged(known, deck.sheet_of(raw, known))
    return deck.sheet_of(_read(file, written.read_cards, known), known)


def keep_army(name: str, army: Army) -> None:
    """Writes an army under its name. Raises OwnersFault."""
    write_file(tribes_folder() / f"{name}{_ENDING}", written.army_text(army))


def forget_army(name: str) -> None:
    """Deletes a kept army. Raises OwnersFault."""
    file = tribes_folder() / f"{name}{_ENDING}"
    try:
        file.unlink(missing_ok=True)
    except OSError as fault:
        words = expected_words(str(file), _("a file that can be deleted"), system_words(fault))
        raise OwnersFault(words) from None


def keep_sheet(name: str, raw: Mapping[str, Any]) -> None:
    """Writes a sheet of cards under its name. Raises OwnersFault."""
    write_file(cards_folder() / f"{name}{_ENDING}", toml_text(raw))


def corrections_of(have: Owned) -> tuple[written.Fact, ...]:
    """All corrections. Raises OwnersFault if they, or their cards, are unreadable."""
    for file, fault in have.faults.items():
        if file in (corrections_file(), *_files(cards_folder())):
            raise OwnersFault(fault)
    return have.corrections


def corrected(have: Owned, name: str, text: str | None) -> tuple[written.Fact, ...]:
    """All corrections with one as typed (`5`, `true`, `w n2`), or (None) without it. Raises OwnersFault."""
    corrections = corrections_of(have)
    names = fact_names(have.cards)
    if name not in names:
        near = difflib.get_close_matches(name, names, 3, 0.5) or ["gold-hure.corners.tl"]
        raise OwnersFault(f"FACT: expected a fact, such as {', '.join(near)}, found {name!r}")
    others = tuple(pair for pair in corrections if pair[0] != name)
    if text is None:
        return others
    value: Value = int(text) if text.isdecimal() else text == "true" if text in ("true", "false") else text
    try:
        facts((*have.cards, *others, (name, value)))
    except SetupFault as fault:
        raise OwnersFault(str(fault).removeprefix("facts: ")) from None
    return (*others, (name, value))


def keep_corrections(corrections: Iterable[written.Fact]) -> None:
    """Writes all corrections. Raises OwnersFault."""
    write_file(corrections_file(), written.corrections_text(corrections))


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """A file name from a typed name: small letters, and a number if it is taken."""
    plain = normalize("NFKD", wanted).encode("ascii", "ignore").decode().lower()
    return numbered("-".join(re.findall(r"[a-z0-9]+", plain)) or "tribe", set(taken), "-")


def numbered(name: str, taken: Collection[str], between: str = " ") -> str:
    """A name that is not taken: itself, or with the first free number."""
    numbers = (f"{name}{between}{n}" for n in range(2, len(taken) + 3))
    return next(each for each in (name, *numbers) if each not in taken)


def _sheets(faults: dict[Path, str]) -> dict[str, dict[str, Any]]:
    """All readable sheets; they may use each other's Zoons, so passes repeat while one takes in more."""
    left = _files(cards_folder())
    found: dict[str, dict[str, Any]] = {}
    known = shipped_sheet()
    while True:
        said: dict[Path, str] = {}
        for file in left:
            if (raw := _read_or_note(file, written.read_cards, known, said)) is not None:
                found[file.stem] = raw
                known = deck.merged(known, deck.sheet_of(raw, known))
        if len(said) == len(left):
            faults.update(said)
            return found
        left = list(said)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{_ENDING}"))


def _read(file: Path, read: Callable[[str, K], T], known: K) -> T:
    """A file's content, read with `known`. Raises OwnersFault that names it."""
    try:
        return read(file_text(file, MOST_TOML_BYTES), known)
    except TextFault as fault:
        raise OwnersFault(f"{file}: {fault}") from None
    except OSError as fault:
        raise OwnersFault(expected_words(str(file), _("a TOML file"), system_words(fault))) from None
    except UnicodeDecodeError as fault:
        raise OwnersFault(expected_words(str(file), _("text in UTF-8"), fault.reason)) from None


def _read_or_note(file: Path, read: Callable[[str, K], T], known: K, faults: dict[Path, str]) -> T | None:
    """A file's content; None for an unusable one, whose fault is noted."""
    try:
        return _read(file, read, known)
    except OwnersFault as fault:
        faults[file] = str(fault)
        return None


def write_file(file: Path, text: str) -> None:
    """Replaces a file in one step; others may read it. Raises OwnersFault."""
    try:
        write_whole(file, text.encode(), shared=True)
    except OSError as fault:
        raise OwnersFault(not_writable(file, fault)) from None


# Facts for a game. Rule kept: a set-up holds all facts that it needs, so that a record replays after the
# files have changed or gone.


def is_of_tribes(option: Option) -> bool:
    """Whether an option names tribes of Zoon cards, to which an owner may add."""
    return option.open and option.name == TRIBES.name


def takes_tribes(game: Game[Any]) -> bool:
    return any(map(is_of_tribes, game.options))


def own_choices(option: Option) -> tuple[Choice, ...]:
    """The owner's additional choices for an option of tribes: added and built tribes."""
    if not is_of_tribes(option):
        return ()
    have = owned()
    known = have.facts.tribes
    added = {name: known[name] for raw in have.sheets.values() for name in raw.get("tribes", {})}
    built = {name: army.name or name for name, army in have.armies.items()}
    return tuple(Choice(name, words) for name, words in (added | built).items())


def with_tribes(game: Game[Any], setup: Setup) -> Setup:
    """The set-up with the owner's facts, if the game is played with tribes.

    Raises OwnersFault for a file that is needed and unreadable.
    """
    if setup.facts or not takes_tribes(game):
        return setup
    have = owned()
    chosen = [setup.option(option.name, option.default) for option in game.options]
    words = {word for text in chosen if isinstance(text, str) for word in _WORDS.findall(text)}
    needed = [name for name in have.armies if name in words]
    for file, fault in have.faults.items():
        if file == corrections_file() or file.stem in words or file.parent == cards_folder():
            raise OwnersFault(fault)
    wanted = words | {
        card for name in needed for card in (*have.armies[name].zoons, *have.armies[name].trumps)
    }
    cards = tuple(written.cards_fact(name, have.sheets[name]) for name in _needed_sheets(have.sheets, wanted))
    names = set(fact_names(cards)) if have.corrections else set()
    corrections = tuple(pair for pair in have.corrections if pair[0] in names)
    built = tuple(written.army_fact(name, have.armies[name]) for name in needed)
    return msgspec.structs.replace(setup, facts=(*cards, *corrections, *built))


def tribes_in_play(game: Game[Any], setup: Setup) -> tuple[str, ...]:
    """The tribes of the cards in both armies, each once; empty if no tribes were agreed."""
    if not any(is_of_tribes(option) and setup.option(option.name, "") for option in game.options):
        return ()
    known = facts(setup.facts)
    _names, zoons, trumps = armies(setup, known)
    cards = [*(known.zoons[c].tribe for hand in zoons for c in hand)]
    return tuple(dict.fromkeys((*cards, *(known.trumps[t].tribe for hand in trumps for t in hand))))


def cards_of(tribe: str, known: Facts) -> tuple[str, ...]:
    """The faces of a tribe's Zoons, then its trumps."""
    zoons = [zoon.id for zoon in known.zoons.values() if zoon.tribe == tribe]
    return (*zoons, *(trump.id for trump in known.trumps.values() if trump.tribe == tribe))


def labels_of(tribe: str) -> tuple[str, ...]:
    """The labels of a tribe's deck, face by face, the back last; empty for an unknown tribe."""
    found = cards_of(tribe, owned().facts)
    return (*found, "back") if found else ()


def _needed_sheets(sheets: Mapping[str, Mapping[str, Any]], wanted: set[str]) -> list[str]:
    """The sheets with a wanted card, species or tribe, and those they depend on, in order."""
    wanted, chosen = set(wanted), set[str]()
    for name, raw in [*sheets.items()] * len(sheets):  # a pass may find what an earlier sheet depends on
        plain = deck.spelled_out(raw)
        zoons, trumps = plain.get("zoons", {}), plain.get("trumps", {})
        cards = {card for species in zoons.values() for card in species["cards"]}
        tribes = {each["tribe"] for each in (*zoons.values(), *trumps.values())}
        if wanted & {*zoons, *trumps, *cards, *tribes, *plain.get("tribes", {})}:
            chosen.add(name)
            wanted |= tribes | {p for species in zoons.values() for p in species.get("partners", ())}
    return [name for name in sheets if name in chosen]


# Random tribes within the limits of construction, repeatable by seed: for finding faults.


def random_army(chance: Random, known: Facts) -> Army:
    """A legal tribe of any format, from the Emblem and one more card up to 150 points."""
    format = chance.choice(FORMATS)
    emblem = chance.choice([zoon.id for zoon in known.zoons.values() if zoon.type == "embleme"])
    home = origin(emblem, known, format)
    zoons = [card for card in known.zoons if origin(card, known, format) == home]
    trumps = [trump for trump in known.trumps if origin(trump, known, format) == home]
    others = [card for card in zoons if known.zoons[card].type != "embleme"]
    army = Army((emblem, chance.choice(others)), format=format)
    for cards, most in ((zoons, MOST_ZOONS - 2), (trumps, MOST_TRUMPS)):
        for _card in range(chance.randint(0, most) if cards else 0):
            more = changed(army, Mend(put=(chance.choice(cards),)), known)
            army = army if limits(more, known) else more
    return army


def with_random_tribes(game: Game[Any], setup: Setup, chance: Random) -> Setup:
    """The set-up with a random tribe for each seat. Raises SetupFault if the game takes none."""
    given, known = setup.facts, facts(setup.facts)
    names = [f"random-{seat + 1}" for seat in range(setup.seats)]
    agreed = (*(pair for pair in setup.options if pair[0] != TRIBES.name), (TRIBES.name, ",".join(names)))
    for left in range(MOST_TRIES, 0, -1):
        built = tuple(written.army_fact(name, random_army(chance, known)) for name in names)
        setup = msgspec.structs.replace(setup, options=agreed, facts=(*given, *built))
        try:
            game.start(setup)
        except SetupFault:
            if left == 1:
                raise
        else:
            break
    return setup
