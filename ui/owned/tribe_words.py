"""Words for cards and tribes: fields, choices, sums, broken limits and their remedies.

The words of fields, choices and limits stand in `words.toml`.
"""

from collections import Counter
from collections.abc import Iterable

from companion.game import Value
from companion.games.zoon.family.deck import Facts, Format
from companion.games.zoon.family.tribes import MOST_FORCE, MOST_POINTS, MOST_STARS, Limit, Mend, Totals
from ui.words import _, several, word_tables

TABLES = {"type": "one-of-type", "of": "one-of-type", "usable_by": "one-of-type"}
"""By field, the table of its choices if that has another name."""


def words_of(table: str) -> dict[str, str]:
    """A table's words by key, in its order; empty for an unknown table."""
    return {key: _(words) for key, words in word_tables("ui.owned").get(table, {}).items()}


def choices(field: str) -> tuple[tuple[Value, str, str], ...]:
    """A field's choices: value, words, details. Empty for a typed field or a list of names."""
    if field in ("blocks", "confirmed"):
        return ((True, _("Yes"), ""), (False, _("No"), ""))
    table = TABLES.get(field, field)
    whole = words_of(f"{table}-whole")
    return tuple((key, words, whole.get(key, "")) for key, words in words_of(table).items())


def format_words(format: Format) -> str:
    return words_of("format")[format]


def totals_words(sums: Totals) -> str:
    """All sums with their limits on one line."""
    words = _(
        "{zoons} Zoons · {points}/{most_points} points · force {spent}/{most_force} · {stars}/{most_stars} stars"
    )
    return words.format(
        zoons=sums.zoons, points=sums.points, most_points=MOST_POINTS, spent=sums.spent, most_force=MOST_FORCE,
        stars=sums.stars, most_stars=MOST_STARS,
    )  # fmt: skip


def limit_words(limit: Limit, sums: Totals, known: Facts) -> str:
    """A broken limit with its numbers, such as "162 of 150 points: 12 too many"."""
    rule: str = limit.rule
    if rule == "force" and sums.paid:
        rule = "force-paid"
    elif rule == "emblem" and not limit.found:
        rule = "emblem-none"
    return words_of("limit")[rule].format(
        found=limit.found, allowed=limit.allowed, excess=limit.excess, names=card_names(limit.cards, known),
        force=sums.force, paid=sums.paid, cards=several("{n} card", "{n} cards", limit.found),
        home=known.tribes.get(limit.home, limit.home.capitalize()),
    )  # fmt: skip


def mend_words(mend: Mend, known: Facts) -> str:
    """A remedy, such as "leave out Mourse (17)"."""
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
    """Card names, each once with its count; `worth`: and their points or force."""
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
    """Words with a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:]}."
