"""JSON for other programs: turns, views, looks, verdicts, scenes; the same in every command."""

import json
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, Turn, View
from companion.journal import Entry, TookBack
from companion.referee import Reply
from companion.rulebook import NoSuchRule, rule
from companion.sight import Look, Lying, Scene
from companion.weigh import Ask, Refuse, Verdict, Wait

Json = dict[str, Any]


def event_json(event: Event) -> Json:
    """The event as in the journal: `kind` and its fields."""
    body: Json = msgspec.to_builtins(event)
    return body


def entry_json(entry: Entry) -> Json:
    body: Json = json.loads(entry.line())
    return body


def told(game: Game[Any], state: Any, event: Event) -> Json:
    """An event with its sentence, from the state before it."""
    return {"event": event_json(event), "text": words_of(game, state, event)}


def words_of(game: Game[Any], state: Any, event: Event) -> str:
    """The sentence for an event; take-backs are common to all games."""
    return "Taken back" if isinstance(event, TookBack) else game.words(state, event)


def rule_words(game: Game[Any], rule_id: str) -> str:
    try:
        return rule(game.id, rule_id).words
    except NoSuchRule:
        return rule_id


def turn_json(turn: Turn) -> Json:
    """`seats`, or `chance` with its kind and seats, or `over` with winners and reason."""
    if isinstance(turn, Chance):
        return {"chance": {"what": turn.what, "seats": list(turn.seats), "words": turn.words}}
    if isinstance(turn, Over):
        return {"over": {"winners": list(turn.winners), "why": turn.words, "rule": turn.rule}}
    return {"seats": sorted(turn.seats)}


def lying_json(lying: Lying) -> list[Json]:
    """Things in a region, bottom first; unspecified fields are omitted."""
    return [
        {name: value for name, value in msgspec.to_builtins(thing).items() if value not in (None, False)}
        for thing in lying
    ]


def look_json(look: Look) -> Json:
    return {
        "regions": {name: lying_json(lying) for name, lying in sorted(look.regions.items())},
        "ignored": sorted(look.ignored),
    }


def view_json(view: View) -> Json:
    return {
        "headline": view.headline,
        "awaited": view.awaited,
        "notes": list(view.notes),
        "board": {name: lying_json(lying) for name, lying in sorted(view.board.items())},
        "about": dict(sorted(view.about.items())),
        "aside": [list(seat) for seat in view.aside],
    }


def options_json(game: Game[Any], state: Any, verdict: Verdict) -> list[list[Json]]:
    """A question's options, the best first, each a sequence of events; empty for other verdicts."""
    if not isinstance(verdict, Ask):
        return []
    found = []
    for option in verdict.options:
        after, sequence = state, []
        for event in option:
            sequence.append(told(game, after, event))
            after = after if isinstance(event, TookBack) else game.after(after, event)
        found.append(sequence)
    return found


def verdict_name(verdict: Verdict) -> str:
    return type(verdict).__name__.lower()


def reply_json(game: Game[Any], state: Any, reply: Reply) -> Json:
    """A verdict on `state` in full, and the game's standing after it."""
    body: Json = {"verdict": verdict_name(reply.verdict)}
    match reply.verdict:
        case Wait(why):
            body["why"] = why
        case Ask():
            body["options"] = options_json(game, state, reply.verdict)
            if reply.verdict.question:
                body["question"] = reply.verdict.question
        case Refuse(event, broken):
            body |= {"rule": broken.rule, "words": rule_words(game, broken.rule), "about": broken.about}
            body |= told(game, state, event)
    return body | {
        "entries": [entry_json(entry) for entry in reply.booked],
        "chores": [
            {"rule": chore.rule, "words": chore.words, "region": chore.region, "seat": chore.seat}
            for chore in reply.chores
        ],
        "differences": [
            {
                "region": difference.region,
                "wanted": lying_json(difference.wanted),
                "seen": [msgspec.to_builtins(sighting) for sighting in difference.seen],
            }
            for difference in reply.differences
        ],
        "turn": turn_json(reply.turn),
        "view": view_json(reply.view),
        "seq": reply.seq,
    }


def scene_json(scene: Scene) -> Json:
    """A scene in the shape that the line protocol's `see` takes."""
    body: Json = msgspec.to_builtins(scene)
    body["covered"] = sorted(scene.covered)
    return body
