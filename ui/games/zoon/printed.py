"""Prints for Zoon and Zoondo: cards of every tribe, sheets that explain them, blank cards, the mat."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, get_args

from msgspec.structs import astuple

from companion.game import Game, Setup, Value
from companion.games.zoon.family.deck import Facts, Trump, Type, corners_of, facts
from companion.language import spoken
from ui.box.eyes import own_decks
from ui.faces.face import CardToPrint, PrintedPart
from ui.games.sheets import part_in, word_in
from ui.owned import tribes
from ui.owned.tribe_words import words_of
from ui.printing.parts import mat_part
from ui.words import _, joined, word_tables
from vision.faces.zoon.cards import Step, blank_face, tribe_sheet, trump_face, zoon_face
from vision.faces.zoon.illustrations import back
from vision.printed.marks import Drawing

TYPES: tuple[Type, ...] = get_args(Type)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PrintedTribe:
    """A tribe to print: each card's face by its label, their common back, a sheet that explains it, a blank card.

    `copies`: how many of each the game needs; a card beyond the twelve and three is there once. The cards of an army
    that its owner built have the colours of their own tribes.
    """

    faces: Mapping[str, Drawing]
    copies: Mapping[str, int]
    back: Drawing
    sheet: Drawing
    blank: Drawing


def printed_tribe(known: Facts, tribe: str) -> PrintedTribe:
    """One tribe by its id. Raises KeyError for an unknown one."""

    # Zoons by type, then trumps by force.
    def rank(label: str) -> tuple[int, int, str]:
        zoon = known.zoons.get(label)
        return (1, known.trumps[label].force, label) if zoon is None else (0, TYPES.index(zoon.type), label)

    # The number of each card in the tribe as sold or built; the effects of its stars and trumps.
    sold = Counter((*known.own_twelve(tribe), *known.own_trumps(tribe)))
    counts = {label: sold[label] for label in sorted({*sold, *tribes.cards_of(tribe, known)}, key=rank)}
    faces = {label: printed_card(known, label) for label in counts}
    stars: dict[str, dict[str, None]] = {}
    trumps = []
    for label in counts:
        if label in known.trumps:
            trump = known.trumps[label]
            who = who_may(trump)
            trumps.append((trump.name, f"{who}. {effect_words(trump)}" if who else effect_words(trump)))
        elif (star := known.zoons[label].star) is not None:
            words = worded("star", f"star-{known.zoons[label].species}", "") or words_of("star-whole")[star]
            stars.setdefault(words, {})[known.name(label)] = None
    sheet = tribe_sheet(
        [(faces[label], count) for label, count in counts.items()],
        title=known.tribes[tribe],
        tribe=tribe,
        extra=_("extra card"),
        stars_title=_("What the stars do"),
        stars=tuple((", ".join(names), words) for words, names in stars.items()),
        trumps_title=_("What the trumps do"),
        trumps=tuple(trumps),
        signs_title=_("What stands on a card"),
        signs=tuple(map(_, word_tables("ui.games.zoon")["sign"].values())),
    )
    copies = {label: max(count, 1) for label, count in counts.items()}
    return PrintedTribe(faces=faces, copies=copies, back=back(tribe), sheet=sheet, blank=blank_face(tribe))


def printed_card(known: Facts, label: str) -> Drawing:
    """The face of one card, a Zoon or a trump. Raises KeyError for an unknown label."""
    if label in known.zoons:
        zoon = known.zoons[label]
        same = [zoon.id for zoon in known.zoons.values() if zoon.species == known.zoons[label].species]
        return zoon_face(
            label=label,
            name=zoon.printed,
            tribe=zoon.tribe,
            species=zoon.species,
            type=zoon.type,
            type_words=type_words(zoon.type),
            points=zoon.value,
            corners=astuple(zoon.corners),
            steps=tuple(Step(stride.offsets, stride.flown) for stride in zoon.strides),
            twin="ab"[min(same.index(label), 1)] if len(same) > 1 else "",
        )
    trump, corners = known.trumps[label], corners_of(known, label)
    return trump_face(
        label=label,
        name=trump.name,
        tribe=trump.tribe,
        kind=worded("kind", trump.kind),
        force=trump.force,
        words=effect_words(trump),
        who=who_may(trump),
        corners=None if corners is None else astuple(corners),
    )


worded = partial(word_in, "ui.games.zoon")
"""Our own words for the effect of a trump or star, by the rule that says it; and for the `kind` of a trump."""


def type_words(type: str) -> str:
    """The type of a Zoon as printed: without the soft hyphens of keys on a screen."""
    return words_of("one-of-type")[type].replace("\N{SOFT HYPHEN}", "")


def effect_words(trump: Trump) -> str:
    """The effect of a trump; without own words, that of its sort."""
    return worded("effect", f"card-{trump.id}", "") or words_of("does-whole")[trump.does]


def who_may(trump: Trump) -> str:
    """Who may use a trump; empty: everybody."""
    if not trump.usable_by:
        return ""
    types = joined([type_words(type) for type in trump.usable_by], either=True)
    if trump.does == "shot":
        return _("Shooter: {types}").format(types=types)
    return _("Only with: {types}").format(types=types)


# What both games print.

BLANKS = 3
"""Blank cards of each tribe: as many as stand in a row."""


def parts(game: Game[Any]) -> tuple[PrintedPart, ...]:
    """All parts, in order, of all known tribes, since everybody at a table chooses one."""
    part = partial(part_in, "ui.games.zoon")
    return (
        part("cards", _cards, decks=tuple(path.name for path in own_decks(game))),
        part(
            "tribes", draw=lambda setup, _room: [tribe.sheet for tribe in _tribes(setup).values()], pales=True
        ),
        part("blanks", _blanks),
        mat_part(game),
    )


def large_card(setup: Setup, label: str) -> Drawing | None:
    """A card with its types in the spoken language; kept pictures have them in English."""
    known = facts(setup.facts)
    return printed_card(known, label) if label in known.zoons or label in known.trumps else None


def _tribes(setup: Setup) -> Mapping[str, PrintedTribe]:
    return _drawn(setup.facts, spoken().code)


@lru_cache(maxsize=1)
def _drawn(given: tuple[tuple[str, Value], ...], _language: str) -> Mapping[str, PrintedTribe]:
    """Every tribe, drawn once for all parts in the spoken language, so that a card is in a file only once."""
    known = facts(given)
    return {tribe: printed_tribe(known, tribe) for tribe in known.tribes}


def _cards(setup: Setup) -> list[CardToPrint]:
    return [
        CardToPrint(label, face, tribe.back, tribe.copies[label], group=id)
        for id, tribe in _tribes(setup).items()
        for label, face in tribe.faces.items()
    ]


def _blanks(setup: Setup) -> list[CardToPrint]:
    return [CardToPrint("blank", tribe.blank, tribe.back, BLANKS) for tribe in _tribes(setup).values()]
