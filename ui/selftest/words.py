"""The self-test in words: what to lay and how, what was seen, and what to mend."""

from companion.language import percent
from companion.sight import Sighting
from ui.present.names import card_name, label_words, thing_words
from ui.selftest.judging import Judged
from ui.selftest.plan import Asked
from ui.words import _, marked

TURNED = {
    0.0: marked("upright for you"),
    90.0: marked("its top to the left"),
    180.0: marked("upside down"),
    270.0: marked("its top to the right"),
}

PARTS = {
    marked("near left"), marked("near middle"), marked("near right"),
    marked("middle left"), marked("middle"), marked("middle right"),
    marked("far left"), marked("far middle"), marked("far right"),
}  # fmt: skip


def place_name(place: str) -> str:
    """A part of the table, or the bare name of a square."""
    return _(place) if place in PARTS else place


def part_words(place: str) -> str:
    """A part of the table, or a square, within a sentence."""
    return _(place) if place in PARTS else _("square {name}").format(name=place.removeprefix("square "))


def what_words(asked: Asked) -> str:
    """The thing itself: `Fox, face up`, `a penny on heads`, `a card of no deck`."""
    if asked.trick == "stranger":
        return _("a card that is in none of the decks")
    if asked.kind == "card" and asked.face == "down":
        return _("any card of {deck}, face down").format(deck=label_words(asked.deck or ""))
    if asked.kind == "card" and asked.label is not None and asked.deck:
        return _("{card} of {deck}").format(card=card_name(asked.label), deck=label_words(asked.deck))
    if asked.kind in ("disc", "pawn") and asked.label is None:
        return _("any disc") if asked.kind == "disc" else _("any pawn")
    return thing_words(asked.kind, asked.label, asked.face, card_name)


def place_words_of(asked: Asked) -> str:
    words = _("on {place}") if asked.place.startswith("square ") else _("on the table, {place}")
    if asked.trick == "over":
        words = _("over the near half of the card on {place}, so that half of that card still shows")
    elif asked.on is not None:
        words = _("on the card on {place}")
    return words.format(place=part_words(asked.place))


def request_words(asked: Asked) -> str:
    what, where = what_words(asked), place_words_of(asked)
    if asked.kind == "card" and asked.face == "up" and asked.trick == "":
        turned = _(TURNED[asked.angle])
        return _("Lay {what} {where}, {turned}.").format(what=what, where=where, turned=turned)
    return _("Lay {what} {where}.").format(what=what, where=where)


def seen_words_of(sighting: Sighting | None) -> str:
    """What was seen there: `Fox, face up (99 %)`, `a card that I cannot read`, `nothing`."""
    if sighting is None:
        return _("nothing")
    if sighting.kind == "card" and sighting.face == "down":
        return _("a card face down")
    if sighting.label is None:
        known = {
            "card": _("a card that I cannot read"),
            "penny": _("a penny whose side I cannot tell"),
            "die": _("a die that I cannot read"),
        }
        return known.get(sighting.kind, _("a {kind}").format(kind=sighting.kind))
    words = thing_words(sighting.kind, sighting.label, sighting.face, card_name)
    return _("{thing} ({share} sure)").format(thing=words, share=percent(sighting.sure))


def saw_words(judged: Judged) -> str:
    """What was seen and what that is worth, one line: `I see Fox, face up (99 % sure): right.`"""
    worth = {
        "right": _("right"),
        "unread": _("not read"),
        "wrong": _("not what was asked for"),
        "sure": _("not what was asked for"),
        "missed": _("not found"),
        "hidden": _("covered, not counted"),
    }[judged.verdict]
    if judged.seen is None and judged.verdict == "right":
        return _("I see no card of the decks there: right.")
    return _("I see {what}: {worth}.").format(what=seen_words_of(judged.seen), worth=worth)
