"""What may be agreed before a game: the ledger's open questions, the tribes, armies other than the printed twelve."""

from collections import Counter

from companion.game import Choice, Option, Setup, SetupFault, Value
from companion.kits.zoons import Facts

TRIBES = Option(
    "tribes",
    "Each player's tribe",
    "boarix,warus",
    (
        Choice("boarix", "Boarix"),
        Choice("monkus", "Monkus"),
        Choice("rhinogoths", "Rhinogoths"),
        Choice("warus", "Warus"),
    ),
    ledger="ZO-01",
    each_seat=True,
)
FLIP = Option(
    "za-04",
    "After losing a fight, turn up one more card",
    "literal",
    (
        Choice("literal", "after every loss, while a face-down card is left"),
        Choice("lax", "only when fewer than six are face up"),
    ),
    ledger="ZA-04",
)
TWO_STARS = Option(
    "za-16",
    "Two stars at once copy the opponent's higher number",
    "each",
    (Choice("each", "each of them, so it counts twice"), Choice("once", "together once")),
    ledger="ZA-16",
)
LOST_TRUMP = Option(
    "za-27",
    "A trump used again and again is lost",
    "never",
    (Choice("never", "never"), Choice("lost", "when it loses while its X shows")),
    ledger="ZA-27",
)
PLUS_ONE = Option(
    "za-29",
    "Tortue adds one",
    "each",
    (Choice("each", "to each number of the pair"), Choice("one", "to the pair as a whole")),
    ledger="ZA-29",
)
ZOONS = Option(
    "zoons",
    "Zoons added to (+id) or left out of (-id) each tribe's twelve: words divided by ; or space, seats by a comma",
    "",
    (),
    ledger="ZA-03",
)
TRUMPS = Option(
    "trumps",
    "Trumps added to (+id) or left out of (-id) each tribe's three: words divided by ; or space, seats by a comma",
    "",
    (),
    ledger="ZO-39",
)
LIMITS = Option(
    "limits",
    "Armies keep to the limits of 150 points, 6 trump points and 3 stars",
    True,
    (Choice(True, "yes"), Choice(False, "no")),
    ledger="ZO-37",
)
OPTIONS = (TRIBES, FLIP, TWO_STARS, LOST_TRUMP, PLUS_ONE, ZOONS, TRUMPS, LIMITS)

MOST_POINTS = 150
MOST_FORCE = 6
FREE_STARS = 3
MOST_STARS = 9

Hands = tuple[tuple[str, ...], ...]


def value(setup: Setup, name: str) -> Value:
    """What was agreed for an option."""
    return setup.option(name, next(option.default for option in OPTIONS if option.name == name))


def armies(setup: Setup, facts: Facts) -> tuple[tuple[str, ...], Hands, Hands]:
    """Each seat's tribe, Zoons and trumps. Raises SetupFault."""
    tribes = tuple(str(value(setup, "tribes")).split(","))
    if len(tribes) != 2 or not all(tribe in facts.tribes for tribe in tribes):
        raise SetupFault("tribes", "two of " + ", ".join(facts.tribes), value(setup, "tribes"))
    zoons = _changed(setup, "zoons", [facts.own_twelve(tribe) for tribe in tribes], facts.zoons.keys())
    trumps = _changed(setup, "trumps", [facts.own_trumps(tribe) for tribe in tribes], facts.trumps.keys())
    for seat in range(2):
        _check_army(zoons[seat], facts)
        if value(setup, "limits") and (value(setup, "zoons") or value(setup, "trumps")):
            _check_limits(zoons[seat], trumps[seat], facts)
    return tribes, zoons, trumps


def _changed(setup: Setup, name: str, own: list[tuple[str, ...]], known: object) -> Hands:
    """Each seat's own cards, with those added and without those left out that an option names."""
    text = str(value(setup, name))
    if not text:
        return tuple(own)
    parts = text.split(",")
    if len(parts) != len(own):
        raise SetupFault(name, "changes for two seats, divided by a comma", text)
    return tuple(_with(name, cards, part, known) for cards, part in zip(own, parts, strict=True))


def _with(name: str, cards: tuple[str, ...], changes: str, known: object) -> tuple[str, ...]:
    held = Counter(cards)
    for word in changes.replace(";", " ").split():
        sign, card = word[:1], word[1:]
        if sign not in ("+", "-") or card not in known:  # type: ignore[operator]
            raise SetupFault(name, "words such as +titus or -kassin-a", word)
        if sign == "-" and not held[card]:
            raise SetupFault(name, "a card that the army holds, after -", card)
        held[card] += 1 if sign == "+" else -1
    return tuple(sorted(held.elements()))


def _check_army(zoons: tuple[str, ...], facts: Facts) -> None:
    emblems = [card for card in zoons if facts.zoons[card].type == "embleme"]
    if len(emblems) != 1:
        raise SetupFault("zoons", "exactly one Emblem in each army", ", ".join(emblems) or "none")
    if len(zoons) < 2:
        raise SetupFault("zoons", "the Emblem and at least one other Zoon", ", ".join(zoons))


def _check_limits(zoons: tuple[str, ...], trumps: tuple[str, ...], facts: Facts) -> None:
    cards = [facts.zoons[card] for card in zoons]
    points = sum(card.value for card in cards)
    if points > MOST_POINTS:
        raise SetupFault("zoons", f"at most {MOST_POINTS} points", points)
    stars = sum((*card.corners.top, *card.corners.bottom).count("star") for card in cards)
    force = sum(facts.trumps[trump].force for trump in trumps) + max(0, stars - FREE_STARS)
    if stars > MOST_STARS:
        raise SetupFault("zoons", f"at most {MOST_STARS} stars", stars)
    if force > MOST_FORCE:
        raise SetupFault("trumps", f"at most {MOST_FORCE} points of trumps and stars beyond three", force)
    if sum(card.type == "chef" for card in cards) > 1:
        raise SetupFault("zoons", "at most one Chef", 2)
    single = Counter(card.species for card in cards if card.type in ("heros", "pretre"))
    twice = [species for species, count in single.items() if count > 1]
    if twice:
        raise SetupFault("zoons", "no Hero or Priest twice", twice[0])
