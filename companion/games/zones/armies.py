"""Armies of ZoneS: the ten pieces of the set, or pieces put together by cost; every broken limit is named with numbers.

An army is written as its pieces joined by +, each with how often: `spearman*3+archer*3+vala`.
"""

from collections import Counter
from collections.abc import Iterator

from companion.game import Breach, SetupFault
from companion.games.zones.limits import Limit
from companion.games.zones.naming import side_title
from companion.games.zones.pieces import Facts
from companion.language import _, several

SET = "set"
FIRST = 3
"""So many pieces stand on the board before the first turn."""


def army(facts: Facts, side: str, points: int, text: str) -> tuple[str, ...]:
    """The pieces of an army, sorted. Raises SetupFault with every limit that it breaks."""
    if text == SET:
        return tuple(
            sorted(Counter({kind: facts.kinds[kind].count for kind in facts.of_side(side)}).elements())
        )
    pieces = written(text)
    broken = tuple(breaches(facts, side, points, pieces))
    if broken:
        raise SetupFault("armies", "; ".join(_expected(breach) for breach in broken), text)
    return tuple(sorted(pieces.elements()))


def written(text: str) -> Counter[str]:
    """How many of each piece an army's text names. Raises SetupFault."""
    found: Counter[str] = Counter()
    for part in text.split("+"):
        name, _star, times = part.partition("*")
        if not name or not (times or "1").isdecimal():
            raise SetupFault(
                "armies", _("set, or pieces such as {pieces}").format(pieces="spearman*3+archer*3+vala"), text
            )
        found[name] += int(times or "1")
    return found


def breaches(facts: Facts, side: str, points: int, pieces: Counter[str]) -> Iterator[Breach]:
    """Every limit that an army breaks: whose pieces they are, how many, what they cost."""
    for name in sorted(pieces):
        if name not in facts.kinds:
            yield Breach("s4-own-roster", _("there is no piece {name}").format(name=name))
        elif facts.kinds[name].side != side:
            kind = facts.kinds[name]
            words = _("{piece} is of {side}, not of {other}")
            words = words.format(piece=kind.name, side=side_title(kind.side), other=side_title(side))
            yield Breach("s4-own-roster", words)
    if pieces.total() < FIRST:
        found = pieces.total()
        words = several("{n} piece, at least {least}", "{n} pieces, at least {least}", found, least=FIRST)
        yield Limit("s4-three-pieces", words, found=found, wanted=FIRST)
    cost = sum(facts.kinds[name].cost * n for name, n in pieces.items() if name in facts.kinds)
    if cost > points:
        words = several("{n} point, at most {most}", "{n} points, at most {most}", cost, most=points)
        yield Limit("s4-armies-by-cost", words, found=cost, wanted=points)


def _expected(breach: Breach) -> str:
    return _("an army within the limits ({about})").format(about=breach.about)
