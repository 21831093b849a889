"""The catalogues of `ui/languages`, made from the words in the code: `python -m tests.languages`.

What is new in the code is added to every .po, what is gone is dropped, and each .mo is compiled from its .po. A
sentence that has changed keeps its old translation, marked as fuzzy: it is not shown until a person has looked at it.
"""

import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.games.zombinion.cards import EFFECTS, cards
from companion.games.zombinion.events import STEPS
from companion.language import ENGLISH
from tests.test_no_circles import FILES, ROOT
from ui.languages import DOMAIN, FOLDER, OWN_NAMES

KEYWORDS = {"_": None, "marked": None, "several": (1, 2), "Said": None, "PinFault": None} | {
    "homonym": ((1, "c"), 2)
}
"""What words are said with; of devices, that know no language, with Said."""
TRANSLATED = tuple(code for code in OWN_NAMES if code != ENGLISH.code)
"""The languages that have a catalogue."""


Sentence = tuple[str, str | tuple[str, ...], str | None]
"""Where it is said, its words (a plural as a pair), and of a homonym the sense in which it is meant."""


@cache
def said() -> tuple[Sentence, ...]:
    """Every sentence of the code, in the order of files and then of words; read once, as that takes seconds."""
    return tuple(_said())


def _said() -> Iterator[Sentence]:
    templates = sorted((ROOT / "ui").rglob("*.html"))
    for path in (*FILES.values(), *templates):
        method, keywords = ("jinja2", {"said": None}) if path in templates else ("python", KEYWORDS)
        found = {
            (message, sense) for _line, message, _comments, sense in extract_from_file(method, path, keywords)
        }
        for message, sense in sorted(found, key=lambda one: (_first(one[0]), one[1] or "")):
            yield path.relative_to(ROOT).as_posix(), message, sense
    for words in tomllib.loads((ROOT / "companion" / "system.toml").read_text(encoding="utf-8"))["says"]:
        yield "companion/system.toml", words, None
    for path in sorted((ROOT / "companion" / "games").rglob("options.toml")):
        for option in tomllib.loads(path.read_text(encoding="utf-8"))["option"]:
            choices = [choice["words"] for choice in option["choices"] if not choice.get("name")]
            for words in (option["words"], *choices):
                yield path.relative_to(ROOT).as_posix(), words, None
    for path in sorted((ROOT / "ui" / "games").rglob("hints.toml")):
        for hint in tomllib.loads(path.read_text(encoding="utf-8"))["hint"]:
            yield path.relative_to(ROOT).as_posix(), hint["words"], None
    for path in sorted({*(ROOT / "companion").rglob("words.toml"), *(ROOT / "ui").rglob("words.toml")}):
        for table in tomllib.loads(path.read_text(encoding="utf-8")).values():
            for words in table.values():
                yield path.relative_to(ROOT).as_posix(), words, None
    for keys in tomllib.loads((ROOT / "ui" / "pages" / "leads.toml").read_text(encoding="utf-8")).values():
        for words in (key.get(part) for key in keys for part in ("words", "more")):
            yield from [("ui/pages/leads.toml", words, None)] if words else []
    for path in sorted((ROOT / "ui" / "games").rglob("persona.toml")):
        for key, words in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if key != "name":
                yield path.relative_to(ROOT).as_posix(), words, None
    for gloss in sorted({card.gloss for card in cards().values()}):
        yield "companion/games/zombinion/facts.toml", gloss, None
    for words in sorted(
        {sentence for card in EFFECTS.values() for sentence in (*card.effect, card.line)} - {""}
    ):
        yield "companion/games/zombinion/effects.toml", words, None
    told = (
        (step.to_do, step.key, step.wants, *step.asks.values(), *step.said.values())
        for step in STEPS.values()
    )
    for words in sorted({words for each in told for words in each} - {""}):
        yield "companion/games/zombinion/steps.toml", words, None


def _first(message: str | tuple[str, ...]) -> str:
    return message if isinstance(message, str) else message[0]


def template() -> Catalog:
    """All that is to be translated."""
    catalog = Catalog(fuzzy=False)
    for place, message, sense in said():
        catalog.add(message, locations=[(place, 0)], context=sense)
    return catalog


def file(code: str, kind: str) -> Path:
    """The file of a language's catalogue: `po` or `mo`."""
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.{kind}"


def kept(code: str) -> Catalog:
    """The catalogue as its .po has it; an empty one where there is none yet."""
    path = file(code, "po")
    if not path.exists():
        return Catalog(
            code,
            header_comment="",
            project="Zo Companion",
            version="1",
            msgid_bugs_address="none",
            last_translator="none",
            language_team=OWN_NAMES[code],
            fuzzy=False,
        )
    with path.open("rb") as stream:
        return read_po(stream, locale=code, ignore_obsolete=True)


def updated(code: str, now: Catalog) -> Catalog:
    """The catalogue with what is new in the code, and without what is gone."""
    catalog = kept(code)
    catalog.update(now, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def messages(catalog: Catalog) -> list[Message]:
    """What a catalogue translates, without its head."""
    return [message for message in catalog if message.id]


def texts(message: Message) -> tuple[str, ...]:
    """What a message is translated to: one text, or one for each plural form."""
    found = message.string or ""
    return (found,) if isinstance(found, str) else tuple(found)


def made() -> None:
    """Makes every catalogue anew and says how much of it is translated."""
    now = template()
    for code in TRANSLATED:
        catalog = updated(code, now)
        file(code, "po").parent.mkdir(parents=True, exist_ok=True)
        with file(code, "po").open("wb") as stream:
            write_po(
                stream, catalog, width=120, sort_by_file=True, ignore_obsolete=True, include_lineno=False
            )
        with file(code, "mo").open("wb") as stream:
            write_mo(stream, catalog)
        done = [message for message in messages(catalog) if all(texts(message)) and not message.fuzzy]
        sys.stdout.write(f"{OWN_NAMES[code]}: {len(done)} of {len(catalog)} translated\n")


if __name__ == "__main__":
    made()
