"""One game looked back on: who has won it and how, or how it stands; and everything that can be looked at and done."""

from dataclasses import dataclass

from companion.game import Seat
from companion.language import joined
from ui.present.desk_touches import Goto, PlayAgain, Rematch, Resume
from ui.present.models import Banner, Button, Played, notice
from ui.present.names import written
from ui.present.steps import back_button, home_button
from ui.present.walk import Walk
from ui.words import _, several, upper_first

HOUR = 60


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One seat at the end: its name, its points where the game has any, and whether it has won."""

    seat: Seat
    name: str
    points: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class AfterModel:
    """What is shown of a game that is looked back on; `game` is its id, empty where this version knows none such.

    `headline`: who has won, on the colours of the `winners`, or how it stands. `why`: how it was won, in a sentence,
    and `rule` the rule that says so. `festive`: it was won just now. `facts`: how long it took, how many turns, when it
    was. `keys`: what can be looked at and done, the likeliest first.
    """

    title: str
    headline: str
    winners: tuple[Seat, ...] = ()
    why: str = ""
    rule: str = ""
    standings: tuple[FinalPlace, ...] = ()
    facts: tuple[str, ...] = ()
    banner: Banner | None = None
    festive: bool = False
    keys: tuple[Button, ...] = ()
    tools: tuple[Button, ...] = ()
    game: str = ""


def after_model(
    walk: Walk, game: Played | None, minutes: int | None, said: str = "", *, at_table: bool
) -> AfterModel:
    """A game that this version can play; `game`: as it is kept, None where it is not.

    `minutes`: how long people sat at it. `at_table`: it is still on the table.
    """
    over, points, taken = walk.over, walk.points, len(walk.turns)
    won, ends = ((), None) if over is None else (over.winners, written(walk.game.id, over.rule))
    if over is None:
        headline = walk.view(walk.last).headline if walk.last else _("Just begun")
    else:
        headline = won_words([walk.names[seat] for seat in won])
    standings = [
        FinalPlace(seat, name, None if points is None else points.values[seat], seat in won)
        for seat, name in enumerate(walk.names)
    ]
    facts = [several("{n} turn", "{n} turns", taken) if taken else entries_words(walk.last)]
    if minutes is not None and minutes < HOUR:
        facts.insert(0, several("{n} minute", "{n} minutes", minutes))
    elif minutes is not None:
        words = _("{hours} h {minutes} min")
        facts.insert(0, words.format(hours=minutes // HOUR, minutes=minutes % HOUR))
    return AfterModel(
        title=" · ".join((_(walk.game.name), " – ".join(walk.names))),
        headline=headline,
        winners=won,
        why=f"{upper_first(over.words)}." if over is not None and over.words else "",
        rule="" if ends is None else ends.short,
        # Those that have won first, then by points.
        standings=tuple(sorted(standings, key=lambda one: (not one.won, -(one.points or 0), one.seat))),
        facts=(*facts, game.when) if game is not None and game.when else tuple(facts),
        banner=notice("calm", said),
        festive=at_table and bool(won),
        keys=_keys(walk, game, at_table=at_table),
        tools=(back_button(), home_button()),
        game=walk.game.id,
    )


def won_words(names: list[str]) -> str:
    if not names:
        return _("Nobody wins")
    if len(names) > 1:
        return _("{names} share the win").format(names=joined(names))
    return _("{names} wins").format(names=names[0])


def entries_words(count: int) -> str:
    return several("{n} entry", "{n} entries", count)


def _keys(walk: Walk, game: Played | None, *, at_table: bool) -> tuple[Button, ...]:
    """What can be looked at and done. A game on the table is gone on with there, and neither deleted nor opened."""
    found: list[Button] = []
    if at_table:
        found.append(Button(_("Play again"), PlayAgain(), "main", "play"))
    elif game is not None and walk.over is None:
        found.append(Button(_("Go on"), Resume(game.id), "main", "play"))
    elif game is not None:
        found.append(Button(_("Play again"), Rematch(game.id), "main", "play"))
    found.append(Button(_("Step by step"), Goto("replay"), "plain", "step-on"))
    found.append(Button(_("Timeline"), Goto("timeline"), "plain", "clock"))
    found.append(Button(_("How it went"), Goto("luck"), "plain", "chart"))
    if game is not None:
        found.append(Button(_("Export"), Goto("export"), "plain", "share"))
    if game is not None and not at_table:
        if walk.over is not None:
            found.append(Button(_("Open it once more"), Resume(game.id), "plain", "back"))
        found.append(delete_key())
    return tuple(found)


def delete_key() -> Button:
    return Button(_("Delete"), Goto("deleting"), "danger", "wrong")
