"""One game looked back on: who has won it and how, or how it stands; and everything that can be looked at and done."""

from dataclasses import dataclass

from companion.game import Game, Over, Seat
from companion.language import joined
from companion.rulebook import NoSuchRule, rule
from ui.present import story
from ui.present.desk_touches import Goto, PlayAgain, Rematch, Resume, SaveRecord
from ui.present.models import Banner, Button, Played
from ui.present.steps import back_button, home_button
from ui.present.walk import Walk
from ui.words import _, several

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
    walk: Walk, game: Played | None, minutes: int | None, notice: str = "", *, at_table: bool
) -> AfterModel:
    """A game that this version can play; `game`: as it is kept, None where it is not.

    `minutes`: how long people sat at it. `at_table`: it is still on the table.
    """
    over = walk.over
    won = () if over is None else over.winners
    return AfterModel(
        title=" · ".join((_(walk.game.name), " – ".join(walk.names))),
        headline=_headline(walk, over),
        winners=won,
        why="" if over is None else _sentence(over.words),
        rule="" if over is None else _rule_words(walk.game, over.rule),
        standings=_standings(walk, won),
        facts=_facts(walk, game, minutes),
        banner=Banner("calm", notice) if notice else None,
        festive=at_table and bool(won),
        keys=_keys(walk, game, at_table=at_table),
        tools=(back_button(), home_button()),
        game=walk.game.id,
    )


def unplayable_model(game: Played, fault: str, notice: str = "") -> AfterModel:
    """A kept game that this version cannot play: it can be saved and deleted."""
    banner = Banner("calm", notice) if notice else Banner("trouble", fault)
    facts = (_entries(game.entries), game.when)
    keys = (Button(_("Export"), SaveRecord(game.id), "plain", "share"), _delete())
    tools = (back_button(), home_button())
    names = joined(game.names) or game.game
    return AfterModel(game.game, names, facts=facts, banner=banner, keys=keys, tools=tools)


def _headline(walk: Walk, over: Over | None) -> str:
    if over is None:
        return walk.view(walk.last).headline if walk.last else _("Just begun")
    return won_words([walk.names[seat] for seat in over.winners])


def won_words(names: list[str]) -> str:
    """Who has won."""
    if not names:
        return _("Nobody wins")
    if len(names) > 1:
        return _("{names} share the win").format(names=joined(names))
    return _("{names} wins").format(names=names[0])


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _rule_words(game: Game[object], id: str) -> str:
    try:
        return rule(game.id, id).short
    except (NoSuchRule, FileNotFoundError, ModuleNotFoundError):
        return ""


def _standings(walk: Walk, won: tuple[Seat, ...]) -> tuple[FinalPlace, ...]:
    """The seats, those that have won first, then by points."""
    points = story.points(walk)
    found = [
        FinalPlace(seat, name, None if points is None else points.values[seat], seat in won)
        for seat, name in enumerate(walk.names)
    ]
    return tuple(sorted(found, key=lambda one: (not one.won, -(one.points or 0), one.seat)))


def _facts(walk: Walk, game: Played | None, minutes: int | None) -> tuple[str, ...]:
    taken = len(story.turns(walk))
    found = [several("{n} turn", "{n} turns", taken)] if taken else [_entries(walk.last)]
    if minutes is not None:
        found.insert(0, lasting(minutes))
    return (*found, game.when) if game is not None and game.when else tuple(found)


def lasting(minutes: int) -> str:
    """How long something took."""
    if minutes < HOUR:
        return several("{n} minute", "{n} minutes", minutes)
    return _("{hours} h {minutes} min").format(hours=minutes // HOUR, minutes=minutes % HOUR)


def _entries(count: int) -> str:
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
        found.append(_delete())
    return tuple(found)


def _delete() -> Button:
    return Button(_("Delete"), Goto("deleting"), "danger", "wrong")
