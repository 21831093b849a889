"""What is printed on trumps and tribe sheets of Zoon in our own words, by the id of the rule that says it at length.

Rule kept: short enough for a card in every language, and true in Zoon as well as in Zoondo.
"""

from collections.abc import Mapping
from typing import Final

from companion.games.zoon.family.deck import Trump, Zoon
from ui.owned.card_words import does_words, one_of_type, star_words
from ui.words import _, joined, marked

EFFECTS: Final[Mapping[str, str]] = {
    "card-pluie-de-menhirs": marked("Hits any enemy in your three nearest rows. Once."),
    "card-grosse-bertha": marked("Hits any enemy in your three nearest rows. Stays until its X is touched."),
    "card-coco-boum": marked("Hits an enemy one step diagonally ahead. Stays until its X is touched."),
    "card-hache-virevoltante": marked("Hits the enemy right in front. Stays until its X is touched."),
    "card-fleche-petard": marked("Hits an enemy exactly two squares ahead. Stays until its X is touched."),
    "card-mur-darbres": marked("An empty square of your choice, anywhere, is an Obstacle for good."),
    "card-cage-de-racines": marked("An enemy in your two nearest rows is an Obstacle for good."),
    "card-tortue": marked(
        "Move up to two Soldiers. Each adds one to its number in its fight; never to a star."
    ),
    "card-furie": marked("Move one Soldier. Its number counts double in its fight; a star does not."),
    "card-binome-de-choc": marked("Move up to two Zoons: Elites, Monsters, or one of each."),
    "card-poudre-descampette": marked(
        "Pull up to three Zoons back, each to an empty square of the row behind it."
    ),
    "card-conque-de-charge": marked("Move up to three Zoons, one after the other."),
}
"""What each trump does."""

STARS: Final[Mapping[str, str]] = {
    "star-cloboulon": marked("If Cloboulon attacked, move any one Grognard."),
    "star-gold-hure": marked("If Gold-Hure attacked, it moves once more."),
    "star-bouclefeuille": marked("Put Bouclefeuille on any empty square."),
    "star-king-louis": marked("King Louis and its opponent trade squares."),
    "star-kombo-bongo": marked("Kombo Bongo trades squares with King or Kong."),
    "star-bigoth": marked("Pull one of your Zoons back to an empty square of the row behind it."),
    "star-trice": marked("Your opponent pulls the enemy back to an empty square of the row behind it."),
    "star-ratops": marked("Your opponent pulls the enemy back to an empty square of the row behind it."),
    "star-ouistiti": marked("Slide Ouistiti to an empty square beside it, also diagonally."),
    "star-berserkorse": marked("The enemy is eliminated."),
}
"""What each star does, after a tie."""

_KINDS: Final[Mapping[str, str]] = {
    "tir": marked("Shot"),
    "protection": marked("Protection"),
    "tactique": marked("Tactics"),
    "combat": marked("Combat"),
}


def type_words(type: str) -> str:
    """The type of a Zoon, as printed: where a key on a screen would part it, paper does not."""
    return one_of_type(type).replace("\N{SOFT HYPHEN}", "")


def effect_words(trump: Trump) -> str:
    """What a trump does; of one that has no words of its own what trumps of its sort do."""
    known = EFFECTS.get(f"card-{trump.id}")
    return _(known) if known is not None else does_words(trump.does)[1]


def star_effect(zoon: Zoon) -> str:
    """What a Zoon's star does; empty where it has none."""
    known = STARS.get(f"star-{zoon.species}")
    if known is not None:
        return _(known)
    return star_words(zoon.star)[1] if zoon.star is not None else ""


def who_may(trump: Trump) -> str:
    """Who may use a trump; empty where everybody may."""
    if not trump.usable_by:
        return ""
    types = joined([type_words(type) for type in trump.usable_by], either=True)
    if trump.does == "shot":
        return _("Shooter: {types}").format(types=types)
    return _("Only with: {types}").format(types=types)


def kind_words(trump: Trump) -> str:
    """The kind of a trump, as printed; one that is not known stays as its owner wrote it."""
    known = _KINDS.get(trump.kind)
    return _(known) if known is not None else trump.kind
