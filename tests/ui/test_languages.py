"""The catalogues hold what the code says, no more and no less, and a translation keeps the parts of its sentence."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from companion.game import Setup, checked
from companion.games import all_games
from companion.games.zones.pieces import facts as pieces
from companion.games.zoon.family.deck import facts as cards
from companion.games.zoon.zoondo.events import Moved, Touched
from companion.journal import play_while_valid, read_record
from companion.language import ENGLISH, speak
from tests.games.zoondo import GAME, played, trusted
from tests.languages import TRANSLATED, file, kept, messages, said, template, texts, updated
from tests.test_no_circles import FILES, tree
from ui.languages import FOLDER, OWN_NAMES, language
from ui.line.stdio import Conversation

ANEW = "make the catalogues anew: python -m tests.languages"


@pytest.fixture(scope="module")
def now() -> Catalog:
    return template()


def told(catalog: Catalog) -> dict[object, tuple[bool, tuple[str, ...]]]:
    """By message and sense, whether it is fuzzy and what it is translated to."""
    return {(message.id, message.context): (message.fuzzy, texts(message)) for message in messages(catalog)}


def compiled(stream: BytesIO) -> dict[object, str]:
    """What a .mo says, without its head."""
    entries: dict[object, str] = vars(GNUTranslations(stream))["_catalog"]
    return {key: text for key, text in entries.items() if key}


def parts(text: str) -> set[str]:
    """The named parts of a sentence."""
    return {name for _text, name, _form, _sign in Formatter().parse(text) if name is not None}


def keeps_its_parts(message: Message) -> bool:
    """Whether a translation has just the parts of its sentence; a plural form may leave out the number."""
    if isinstance(message.id, str):
        return all(parts(text) == parts(message.id) for text in texts(message) if text)
    wanted = parts(message.id[1])
    return all(parts(text) | {"n"} == wanted | {"n"} for text in texts(message) if text)


def test_every_language_has_a_folder_and_no_other_has() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == set(TRANSLATED) == set(OWN_NAMES) - {ENGLISH.code}


def test_a_sentence_has_one_plural() -> None:
    plurals: dict[str, set[str]] = {}
    for _place, message, _sense in said():
        if not isinstance(message, str):
            plurals.setdefault(message[0], set()).add(message[1])
    assert {one: more for one, more in plurals.items() if len(more) > 1} == {}


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_has_what_the_code_says(code: str, now: Catalog) -> None:
    assert told(kept(code)) == told(updated(code, now)), ANEW


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_shown_is_compiled_from_what_was_written(code: str) -> None:
    stream = BytesIO()
    write_mo(stream, kept(code))
    stream.seek(0)
    assert compiled(BytesIO(file(code, "mo").read_bytes())) == compiled(stream), ANEW


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_keeps_the_parts_of_its_sentence(code: str) -> None:
    shown = [message for message in messages(kept(code)) if not message.fuzzy]
    assert [message.id for message in shown if not keeps_its_parts(message)] == []


def test_french_signs_stay_with_their_words() -> None:
    """A sign with a space before it never begins a line: the space is a no-break one."""
    rules = FILES["companion.games"].parent.rglob("rules.fr.md")
    written = [path.read_text(encoding="utf-8") for path in rules]
    written += [text for message in messages(kept("fr")) for text in texts(message)]
    assert not [text for text in written if re.search(" [?!:;»]|« ", text)]


def test_a_lost_part_is_noticed() -> None:
    assert keeps_its_parts(Message("{name} wins", "{name} gewinnt"))
    assert not keeps_its_parts(Message("{name} wins", "{nome} gewinnt"))
    assert keeps_its_parts(Message(("{n} card", "{n} cards"), ("eine Karte", "{n} Karten")))
    assert not keeps_its_parts(Message(("{n} card", "{n} cards"), ("eine Karte", "Karten von {name}")))


@pytest.mark.parametrize("code", OWN_NAMES)
def test_a_language_is_opened_by_its_code(code: str) -> None:
    assert language(code).code == code
    assert language(code).catalogue.ngettext("one of these", "more of these", 2) == "more of these"


def test_a_language_that_is_not_spoken_is_not_opened() -> None:
    with pytest.raises(KeyError):
        language("tlh")


DU = re.compile(r"\b(?:du|dich|dir|dein\w*|euch|euer|eure\w*)\b")
"""What German says to one person and to several."""


def test_german_speaks_to_nobody_but_the_holder_of_a_phone() -> None:
    spoken_to = {
        place
        for message in messages(kept("de"))
        for place, _line in message.locations
        if any(DU.search(text) for text in texts(message))
    }
    assert {place for place in spoken_to if "ui/web/" not in place} == set()


def test_what_is_left_in_zombinion_is_counted_in_the_players_language() -> None:
    game = all_games()["zombinion"]
    begun = game.start(checked(game, Setup(2)))
    state = game.after(begun, next(iter(game.candidates(begun, None))))
    told = {}
    for code in OWN_NAMES:
        speak(language(code))
        told[code] = [words for words, _number in game.tally(state)]
    speak(ENGLISH)
    assert told == {
        "en": ["Actions", "Targets", "Shots"],
        "de": ["Aktionen", "Ziele", "Schüsse"],
        "fr": ["Actions", "Cibles", "Tirs"],
        "it": ["Azioni", "Obiettivi", "Colpi"],
    }


@pytest.mark.parametrize(("code", "words"), [("it", "3 Pallottole, Zombi"), ("de", "3 Pallottola, Zombi")])
def test_several_cards_are_told_in_the_plural_of_their_language(code: str, words: str) -> None:
    speak(language(code))
    game = all_games()["zombinion"]
    agreed = game.start(checked(game, Setup(2))).agreed
    assert agreed.listed(["pallottola", "pallottola", "pallottola", "zombi"]) == words
    speak(ENGLISH)


def test_pieces_have_a_name_in_every_language_and_an_insult_is_none() -> None:
    called = {}
    for code in OWN_NAMES:
        speak(language(code))
        called[code] = (pieces().kinds["trollwife"].name, cards().name("gold-hure"))
    speak(ENGLISH)
    assert called == {
        "en": ("Trollwife", "Gold-Hure"),
        "de": ("Trollfrau", "Goldhauer"),
        "fr": ("Trollesse", "Gold-Hure"),
        "it": ("Trollessa", "Gold-Hure"),
    }


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("de", "Team Boarix und Team Warus decken auf"),
        ("fr", "Team Boarix et Team Warus retournent"),
        ("it", "Team Boarix e Team Warus scoprono"),
    ],
)
def test_two_who_act_at_once_do_so_in_the_plural(code: str, words: str) -> None:
    speak(language(code))
    state = played(trusted(), Moved(0, "c2", "c4"), Moved(1, "a5", "a4"), Moved(0, "c4", "c5"))
    state = played(state, Touched(0, "tl", back=True), Touched(1, "tr", back=True))
    assert GAME.view(state, None).headline.startswith(words)


@pytest.fixture
def by_language() -> Iterator[Iterator[str]]:
    """The codes of the languages, each spoken while it is its turn."""

    def each() -> Iterator[str]:
        for code in OWN_NAMES:
            speak(language(code))
            yield code

    yield each()
    speak(ENGLISH)


PLAYS = Path(__file__).parents[1] / "plays"
ENDS = {
    "zombinion/random-2-scontro": (
        "Player 2 wins",
        "Spieler 2 gewinnt",
        "Victoire : Joueur 2",
        "Giocatore 2 vince",
    ),
    "zones/random-owners-roster-armies": (
        "Victory for Team Midgard: Team Trolls has no piece left; points captured: 44 to 29",
        "Sieg für Team Midgard: Team Trolle hat keine Figur mehr; geschlagene Punkte: 44 zu 29",
        "Victoire pour Team Midgard : Team Trolls n’a plus de pièce ; points capturés : 44 à 29",
        "Vittoria di Team Midgard: Team Troll non ha più pezzi; punti catturati: 44 a 29",
    ),
    "zones/random-trolls-near-friendless": (
        "Victory for Team Midgard: the base of Team Trolls is destroyed; points captured: 34 to 10",
        "Sieg für Team Midgard: die Basis von Team Trolle ist zerstört; geschlagene Punkte: 34 zu 10",
        "Victoire pour Team Midgard : la base de Team Trolls est détruite ; points capturés : 34 à 10",
        "Vittoria di Team Midgard: la base di Team Troll è distrutta; punti catturati: 34 a 10",
    ),
    "zong/random-three": (
        "Victory for Green: Green reaches the goal",
        "Sieg für Grün: Grün erreicht das Ziel",
        "Victoire pour Vert : Vert atteint l’arrivée",
        "Vittoria di Verde: Verde arriva al traguardo",
    ),
    "zoon_alternate/random-warus-rhinogoths": (
        "Victory for Team Rhinogoths: Team Warus cannot play",
        "Sieg für Team Rhinogoths: Team Warus kann nicht spielen",
        "Victoire pour Team Rhinogoths : Team Warus ne peut pas jouer",
        "Vittoria di Team Rhinogoths: Team Warus non può giocare",
    ),
    "zoondo/random-trusted-boarix-warus": (
        "Victory for Team Warus: Team Boarix cannot play",
        "Sieg für Team Warus: Team Boarix kann nicht spielen",
        "Victoire pour Team Warus : Team Boarix ne peut pas jouer",
        "Vittoria di Team Warus: Team Boarix non può giocare",
    ),
}


@pytest.mark.parametrize("play", ENDS)
def test_a_side_without_a_players_name_ends_the_game_in_the_singular(
    play: str, by_language: Iterator[str]
) -> None:
    record = read_record((PLAYS / f"{play}.jsonl").read_text().splitlines(), all_games())
    setup = msgspec.structs.replace(record.setup, players=())
    ends = (play_while_valid(record.game, setup, record.entries)[0][-1] for _code in by_language)
    told = [record.game.view(end, None).headline.replace("\u00a0", " ") for end in ends]
    assert told == list(ENDS[play])


TROLLS = (
    "Victory for Team Midgard: Team Trolls surrenders",
    "Sieg für Team Midgard: Team Trolle gibt auf",
    "Victoire pour Team Midgard : Team Trolls se rend",
    "Vittoria di Team Midgard: Team Troll si arrende",
)
RHINOGOTHS = (
    "Victory for Team Boarix: Team Rhinogoths surrenders",
    "Sieg für Team Boarix: Team Rhinogoths gibt auf",
    "Victoire pour Team Boarix : Team Rhinogoths se rend",
    "Vittoria di Team Boarix: Team Rhinogoths si arrende",
)


@pytest.mark.parametrize(
    ("game", "sides", "words"),
    [
        ("zones", {}, TROLLS),
        ("zoon_alternate", {"tribes": "boarix,rhinogoths"}, RHINOGOTHS),
        ("zoondo", {"tribes": "boarix,rhinogoths"}, RHINOGOTHS),
    ],
)
def test_a_side_without_a_players_name_surrenders_in_the_singular(
    game: str, sides: dict[str, str], words: tuple[str, ...], by_language: Iterator[str]
) -> None:
    told = []
    for _code in by_language:
        desk = Conversation()
        desk.answer(msgspec.json.encode({"do": "new", "game": game, "seats": 2, "options": sides}))
        resigned = {"do": "tell", "event": {"kind": "Resigned", "seat": 1}}
        answer = msgspec.json.decode(desk.answer(msgspec.json.encode(resigned)))
        told.append(answer["view"]["headline"].replace("\u00a0", " "))
    assert told == list(words)


def test_words_within_an_f_string_are_in_the_catalogues() -> None:
    """Python 3.11 reads an f-string as one text, so that what is said within it is not found there. Commands count in
    English.
    """
    known = {
        message
        for _path, words, _sense in said()
        for message in (words if isinstance(words, tuple) else (words,))
    }
    for path in FILES:
        for text in ast.walk(tree(path)):
            for call in ast.walk(text) if isinstance(text, ast.JoinedStr) else ():
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_":
                    words = [each.value for each in call.args if isinstance(each, ast.Constant)]
                    assert {each for each in words if isinstance(each, str)} <= known, path
