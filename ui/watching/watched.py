"""Referees recorded pictures one by one, with the events reported between them: one line a picture.

There is no wall clock: a picture without a hand counts as still for a given time.
"""

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.game import Event, Game, Seen, Setup
from companion.journal import Entry
from companion.language import _
from companion.referee import Referee, Reply, Silence
from companion.referee import said as in_words
from companion.weigh import Ask, Refuse, Wait
from ui.box.eyes import is_look_open
from ui.line.given import ShapeFault, given_event
from ui.line.shapes import Json, entry_json, options_json, rule_words, turn_json, verdict_name, words_of
from ui.records.beginning import UsageFault
from ui.records.recount import sentence
from ui.secrecy import public_entry, public_verdict

if TYPE_CHECKING:
    from vision.eye import Eye, Reading
    from vision.sources.frames import Frame


Told = tuple[Event, str]
"""An event reported after a picture, and its origin."""


@dataclass(slots=True)
class Watch:
    """A referee with the pictures shown so far. `best`: it answers questions with the first option."""

    referee: Referee[Any]
    told: Mapping[str, Sequence[Told]] = field(default_factory=dict)
    best: bool = False
    still: float | None = None
    events: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    silence: Silence = field(default_factory=Silence)
    see_ms: list[float] = field(default_factory=list)
    judge_ms: list[float] = field(default_factory=list)

    def take(self, name: str, reading: "Reading", see_ms: float) -> tuple[Json, tuple[str, ...]]:
        """Judges a picture, then takes the events reported after it: a line for programs, and sentences."""
        referee, state = self.referee, self.referee.state
        start = time.perf_counter()
        reply = self._judged(reading)
        judge_ms = (time.perf_counter() - start) * 1000
        ask = options_json(referee.game, state, public_verdict(referee.game, state, reply.verdict))
        booked, words = list(reply.booked), self.said(reply)
        if self.best and isinstance(reply.verdict, Ask):
            answered = referee.answer(reply.verdict.options[0], "touch", reply.seq)
            booked += answered.booked
            words += [f"answered: {line}" for line in self.said(answered)]
        is_bare = reading.mat.found and not reading.scene.hand
        # Reports come after the picture's own verdict, as they did at the table.
        for event, by in self.told.get(name, ()):
            if is_bare:  # the picture supplies fields that the report left open
                seen = Seen(reading.scene.by_region(), frozenset())
                event = referee.game.filled(referee.state, event, seen)
            after = referee.tell(event, by)
            booked += after.booked
            words += self.said(after)
        self._count(reply, booked, see_ms, judge_ms)
        if is_bare:
            self.silence = self.silence.after(replace(reply, booked=tuple(booked)))
        took = {"see": see_ms, "judge": judge_ms, "total": see_ms + judge_ms}
        line = {
            "picture": name,
            "verdict": verdict_name(reply.verdict),
            "rule": reply.verdict.violation.rule if isinstance(reply.verdict, Refuse) else None,
            "events": [
                entry_json(public_entry(referee.game, referee.setup, referee.entries, entry.seq))
                for entry in booked
            ],
            "ask": ask,
            "chores": [{"words": chore.words, "region": chore.region} for chore in referee.now().chores],
            "mat": {"found": reading.mat.found, "moved_mm": reading.mat.moved_mm},
            "light": {"ok": reading.light.ok, "why": reading.light.why},
            "ms": {name: round(ms, 2) for name, ms in took.items()},
        }
        return line, (*words, *(why for why in _troubles(reading) if why not in words))

    def summary(self) -> Json:
        totals = [see + judge for see, judge in zip(self.see_ms, self.judge_ms, strict=True)]
        return {
            "pictures": len(totals),
            "events": self.events,
            "asked": self.counts["ask"],
            "refused": self.counts["refuse"],
            "lost": self.counts["lost"],
            "silent": self.silence.stretches,
            "ms_median": round(median(totals), 2) if totals else None,
            "see_ms_median": round(median(self.see_ms), 2) if totals else None,
            "judge_ms_median": round(median(self.judge_ms), 2) if totals else None,
            "judge_ms_max": round(max(self.judge_ms), 2) if totals else None,
            "turn": turn_json(self.referee.now().turn),
        }

    def _judged(self, reading: "Reading") -> Reply:
        """The verdict; without the mat nothing has a place, so nothing is judged."""
        if not reading.mat.found and self.referee.game.table(self.referee.setup).tags is not None:
            return replace(
                self.referee.now(), verdict=Wait(reading.mat.why or "The mat is not in view."), booked=()
            )
        scene = reading.scene
        if not scene.hand:
            coin = self.referee.game.coin_seen(self.referee.state, Seen(scene.by_region(), frozenset()))
            if coin is not None:
                return self.referee.tell(coin, "camera")
        if self.still is not None:
            scene = replace(scene, still_for=0.0 if scene.hand else self.still)
        return self.referee.see(scene)

    def said(self, reply: Reply) -> list[str]:
        """The entries, or the reason against them, in sentences."""
        referee, game, state = self.referee, self.referee.game, self.referee.state
        booked = (
            (sentence(game, referee.setup, referee.entries, each.seq), each.by) for each in reply.booked
        )
        said = [f"{words} ({by})" for words, by in booked]
        match reply.verdict:
            case Refuse(event, violation):
                about = f" ({violation.about})" if violation.about else ""
                said.append(f"refused: {words_of(game, state, event)}")
                said.append(f"  {violation.rule}: {rule_words(game, violation.rule)}{about}")
            case Ask() as asked:
                answers = (*asked.answers, *("" for _ in asked.options[len(asked.answers) :]))
                texts = [
                    answer or in_words(game, state, option) or "nothing happened"
                    for option, answer in zip(asked.options, answers, strict=True)
                ]
                # A single option means that it may have been something else.
                told = " / ".join(texts if len(texts) > 1 else [*texts, "something else"])
                said.append(f"{asked.question or 'which was it:'} {told}")
            case Wait(why):
                said.append(why)
        return said

    def _count(self, reply: Reply, booked: Sequence[Entry], see_ms: float, judge_ms: float) -> None:
        self.counts[verdict_name(reply.verdict)] += 1
        self.events += len(booked)
        self.see_ms.append(see_ms)
        self.judge_ms.append(judge_ms)


def read_told(
    lines: Sequence[tuple[int, Json]], path: str, game: Game[Any], setup: Setup
) -> dict[str, list[Told]]:
    """Reported events by the picture before them. Raises UsageFault naming line and field."""
    told: dict[str, list[Told]] = {}
    for number, given in lines:
        where = f"{path}: line {number}"
        unknown = sorted(given.keys() - {"after", "event", "by"})
        if unknown:
            raise UsageFault(f"{where}: {unknown[0]}: expected one of after, event, by, found another field")
        after, by = given.get("after"), given.get("by", "panel")
        if not isinstance(after, str):
            raise UsageFault(f"{where}: after: expected a picture's file name, found {after!r}")
        if not isinstance(by, str):
            raise UsageFault(f"{where}: by: expected a word, found {by!r}")
        try:
            event = given_event(game, setup, given.get("event"))
        except ShapeFault as fault:
            raise UsageFault(f"{where}: {fault}") from None
        told.setdefault(after, []).append((event, by))
    return told


def _troubles(reading: "Reading") -> list[str]:
    troubles = [] if reading.mat.found else [reading.mat.why or "The mat is not in view."]
    if reading.other_look:
        troubles.append(other_look_words())
    return troubles if reading.light.ok else [*troubles, reading.light.why or "The light is not good."]


def looked_again(eye: "Eye", frame: "Frame") -> "Reading":
    """A picture's reading, in the other look of the cards if that explains it and nobody said which lies."""
    reading = eye.read(frame)
    if reading.other_look and all(is_look_open(deck.name) for deck in eye.decks):
        eye.switch_looks()
        return eye.read(frame)
    return reading


def other_look_words() -> str:
    return _(
        "These cards look otherwise than they are read: choose printed or boxed by “companion decks --printed NAME”"
        " or “--boxed NAME”."
    )


# Scores the lines of `companion watch --json` against a folder's `truth.json`: per picture a perfect
# referee's conclusions, and the reports between pictures.


def read_truth(folder: Path) -> Json:
    """The truth of a folder of pictures. Raises ValueError in one line."""
    path = folder / "truth.json"
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise ValueError(f"{path}: expected the truth of these pictures, found {fault.strerror}") from None
    except ValueError as fault:
        raise ValueError(f"{path}: expected JSON, found {fault}") from None
    if not isinstance(truth, dict) or not isinstance(truth.get("frames"), list):
        raise ValueError(f"{path}: frames: expected a list of pictures, found none")
    return truth


def score(lines: Sequence[Json], truth: Json) -> Json:
    """A game's figures: `wrong` and `missed` name events, `refused` rules; the rest are counts.

    `lines`: one a picture, without the summary.
    """
    due: list[Json] = []
    for frame in truth["frames"]:
        due += frame["expect"].get("events", [])
        due += [said["event"] for said in truth.get("told", ()) if said["after"] == frame["file"]]
    booked = [event for line in lines for event in line["events"]]
    right, wrong, missed = _aligned(booked, due)
    frames = {frame["file"]: frame for frame in truth["frames"]}
    pairs = [(line, frames[line["picture"]]) for line in lines if line["picture"] in frames]
    refusals = [(line, f["expect"]) for line, f in pairs if f["expect"].get("verdict") == "refuse"]
    silent = [(line, f["expect"]["verdict"]) for line, f in pairs if "verdict" in f["expect"]]
    return {
        "pictures": len(lines),
        "events": len(due),
        "right": right,
        "wrong": wrong,
        "missed": missed,
        "asked": sum(line["verdict"] == "ask" for line in lines),
        "refused": [f"{line['picture']}: {line['rule']}" for line in lines if line["verdict"] == "refuse"],
        "refusals_due": len(refusals),
        "refusals_right": sum(line["verdict"] == "refuse" for line, _ in refusals),
        "lost": sum(line["verdict"] == "lost" for line in lines),
        "booked_under_a_hand": sum(len(line["events"]) for line, f in pairs if f["hand"]),
        "verdicts_right": sum(line["verdict"] == wanted for line, wanted in silent),
        "verdicts": len(silent),
    }


def _aligned(booked: list[Json], due: list[Json]) -> tuple[int, list[str], list[str]]:
    """Matches booked events to those due, in order; one due without a seat fits every seat."""
    right, wrong, at = set[int](), list[str](), 0
    for event in booked:
        fits = (all(event.get(name) == value for name, value in wanted.items()) for wanted in due[at:])
        found = next((n for n, is_it in enumerate(fits, at) if is_it), None)
        if found is None:
            wrong.append(_short(event))
            continue
        right.add(found)
        at = found if "seat" in event and "seat" not in due[found] else found + 1
    missed = [_short(event) for n, event in enumerate(due) if n not in right]
    return len(right), wrong, missed


def _short(event: Json) -> str:
    return json.dumps({name: value for name, value in event.items() if name not in ("v", "seq", "by")})
