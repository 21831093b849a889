"""A tribe's sums, broken limits and what would mend them, in words: for the builder's screen and the command."""

from collections import Counter
from collections.abc import Iterable

from companion.games.zoon.family.deck import Facts, Format
from companion.games.zoon.family.sheet import Type
from companion.games.zoon.family.tribes import MOST_FORCE, MOST_POINTS, MOST_STARS, Limit, Mend, Totals
from ui.words import _, several


def format_words(format: Format) -> str:
    return {"tribal": _("Tribal"), "continental": _("Continental"), "mondial": _("Mondial")}[format]


def type_words(type: Type) -> str:
    """A type of Zoon, for many of them."""
    return {
        "chef": _("Chef"),
        "heros": _("Heroes"),
        "pretre": _("Priests"),
        "monstre": _("Monsters"),
        "elite": _("Elites"),
        "soldat": _("Soldiers"),
        "embleme": _("Emblem"),
    }[type]


def totals_words(sums: Totals) -> str:
    """All sums against their limits on one line."""
    words = _(
        "{zoons} Zoons · {points}/{most_points} points · force {spent}/{most_force} · {stars}/{most_stars} stars"
    )
    return words.format(
        zoons=sums.zoons,
        points=sums.points,
        most_points=MOST_POINTS,
        spent=sums.spent,
        most_force=MOST_FORCE,
        stars=sums.stars,
        most_stars=MOST_STARS,
    )  # fmt: skip


def limit_words(limit: Limit, sums: Totals, known: Facts) -> str:
    """A broken limit with its numbers, as in "162 of 150 points: 12 too many"."""
    names = card_names(limit.cards, known)
    match limit.rule:
        case "points":
            words = _("{found} of {allowed} points: {excess} too many")
        case "stars":
            words = _("{found} of {allowed} stars: {excess} too many")
        case "force" if sums.paid:
            words = _(
                "{found} of {allowed} points of force: {excess} too many"
                " ({force} for trumps, {paid} for stars beyond three)"
            )
        case "force":
            words = _("{found} of {allowed} points of force: {excess} too many")
        case "emblem" if not limit.found:
            words = _("No Emblem: a tribe has exactly one")
        case "emblem":
            words = _("{found} Emblems ({names}): a tribe has exactly one")
        case "least":
            words = _("{found} of {allowed} Zoons: the Emblem and one more at the least")
        case "chef":
            words = _("{found} Chefs ({names}): at most one")
        case "single":
            words = _("{names}: no Hero or Priest twice")
        case "tribe":
            words = _("{cards} not of {home}: {names}")
        case "continent":
            words = _("{cards} not from {home}: {names}")
    return words.format(
        found=limit.found,
        allowed=limit.allowed,
        excess=limit.excess,
        names=names,
        force=sums.force,
        paid=sums.paid,
        cards=several("{n} card", "{n} cards", limit.found),
        home=known.tribes.get(limit.home, limit.home.capitalize()),
    )  # fmt: skip


def mend_words(mend: Mend, known: Facts) -> str:
    """What would mend, as in "leave out Mourse (17)"."""
    out, put = card_names(mend.out, known, worth=True), card_names(mend.put, known, worth=True)
    parts = []
    if out and put and len(mend.out) == len(mend.put):
        parts.append(_("swap {out} for {put}").format(out=out, put=put))
    else:
        parts += [_("leave out {cards}").format(cards=out)] if out else []
        parts += [_("add {cards}").format(cards=put)] if put else []
    if mend.format is not None:
        parts.append(_("build it as {format}").format(format=format_words(mend.format)))
    return _(", ").join(parts)


def card_names(cards: Iterable[str], known: Facts, *, worth: bool = False) -> str:
    """Cards by their names, each once with how often; `worth`: and their points or force."""
    counted: Counter[str] = Counter()
    for card in cards:
        name = known.name(card)
        if worth:
            zoon = known.zoons.get(card)
            value = zoon.value if zoon is not None else known.trumps[card].force
            name = f"{name} ({value})"
        counted[name] += 1
    return _(", ").join(name if count == 1 else f"{count} × {name}" for name, count in counted.items())


def sentence(words: str) -> str:
    """Words as a sentence: a capital first, a full stop last."""
    return f"{words[:1].upper()}{words[1:]}."
