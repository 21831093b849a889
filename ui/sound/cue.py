"""Which sound a change at the table asks for, and what the voice says of it. Pure; nothing here makes a noise."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.weigh import Ask, Lost, Refuse, Verdict
from ui.present.models import TableModel

Sound = Literal["win", "refused", "asked", "dice", "penny", "your-turn", "accepted"]
RANKS: tuple[Sound, ...] = ("win", "refused", "asked", "dice", "penny", "your-turn", "accepted")
"""Of two sounds at once the first of these is heard."""
THROWN: Mapping[str, Sound] = {"dice": "dice", "lot": "dice", "penny": "penny"}


@dataclass(frozen=True, slots=True)
class Instant:
    """What can be heard of a game at one instant.

    `game` is what the table is known by: another one is another game. `seq` is the state of its record. `acting`: whose
    turn it is. `thrown`: the seats that have thrown, and `what` they throw. `verdict`: what the referee says of what
    was seen or told last; `said`: what it asked and refused since the record last grew, in whatever language.
    """

    game: object
    seq: int = 0
    acting: frozenset[int] = frozenset()
    over: bool = False
    thrown: frozenset[int] = frozenset()
    what: str = ""
    verdict: Verdict | None = None
    said: tuple[object, ...] = ()


def listen(before: Instant | None, now: Instant) -> tuple[Instant, Sound | None]:
    """This instant with what has been said until then, and the sound that it asks for, if any.

    A game that has just been laid on the table makes none. A question or refusal sounds once, though a hand comes
    between and it is asked again. A throw sounds as long as it runs, and ends with its landing; what it settles is
    heard as any other event.
    """
    match now.verdict:
        case Refuse(event, breach):
            says: object = (event, breach.rule)
        case Ask(what) | Lost(what):
            says = what
        case _:
            says = None
    if before is None or before.game is not now.game:
        return replace(now, said=(says,)), None
    goes_on = before.seq != now.seq
    said = () if goes_on else before.said
    due: set[Sound] = set()
    if now.over and not before.over:
        due.add("win")
    if says is not None and says not in said:
        due.add("refused" if isinstance(now.verdict, Refuse) else "asked")
        said = (*said, says)
    if now.thrown - before.thrown and now.what in THROWN:
        due.add(THROWN[now.what])
    if goes_on:
        due.add("your-turn" if now.acting and now.acting != before.acting else "accepted")
    return replace(now, said=said), next((sound for sound in RANKS if sound in due), None)


ALOUD = frozenset({"play", "dice", "layout", "over", "ask", "refuse", "lost", "agree"})
"""Faces of the table that are for everybody and tell what is due."""


def sayings(model: TableModel, *, private: bool) -> tuple[str, ...]:
    """The sentences that a face of the table asks to be said.

    `private`: somebody looks alone, or what lies on the table is not for all. Then nothing is said but whom to hand
    the screen to, before anything is seen.
    """
    if model.kind == "curtain":
        return (model.sign.name,) if model.sign is not None else ()
    if private or model.kind not in ALOUD:
        return ()
    if model.kind == "refuse":
        return tuple(part for part in (model.headline, model.banner.words if model.banner else "") if part)
    decided = (model.contest.words,) if model.contest is not None else ()
    banner = model.banner
    asked = (banner.words,) if banner is not None and banner.tone == "ask" and model.kind == "play" else ()
    awaited = model.body[:1] if model.kind in ("play", "dice", "agree") else ()
    return tuple(dict.fromkeys(part for part in (*decided, model.headline, *asked, *awaited) if part))


def news(before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """Of what is to be said, what was not said just before, as one text; empty where nothing is new."""
    return "\n".join(part if part[-1] in ".!?…" else f"{part}." for part in now if part not in before)
