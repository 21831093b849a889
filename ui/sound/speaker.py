"""The choice of sound and spoken words for a change at the table, and their playback.

One sound plays, then one sentence; a more important or newer one replaces it. Both are system programs
(`aplay`, `espeak-ng`) that run by themselves: the screen never waits, and the device is free between sounds.
A fault is told once and costs no game.
"""

import logging
import subprocess
import tempfile
import wave
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, get_args

from companion.weigh import Ask, Lost, Refuse, Verdict
from ui.present.models import TableModel
from ui.words import _, system_words

Sound = Literal["win", "refused", "asked", "dice", "penny", "your-turn", "accepted"]
RANKS: tuple[Sound, ...] = get_args(Sound)
"""Sounds by importance: of two at once the first here is heard."""
THROWN: Mapping[str, Sound] = {"dice": "dice", "lot": "dice", "penny": "penny"}


@dataclass(frozen=True, slots=True)
class Instant:
    """The audible state of a game at one instant.

    `game`: the table's identity. `seq`: state of its record. `acting`: seats to act. `thrown`: seats that
    have thrown `what`. `verdict`: the referee's last one; `said`: its questions and refusals since the record
    last grew, independent of language.
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
    """This instant with all that was said so far, and the sound that it calls for, if any.

    A game just laid makes none. A question or refusal sounds once, even if it is repeated after a hand. A
    throw sounds while it runs, and ends with its landing; the event that it settles sounds like any other.
    """
    match now.verdict:
        case Refuse(event, violation):
            says: object = (event, violation.rule)
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
"""Public faces of the table that tell what is due."""


def sayings(model: TableModel, *, private: bool) -> tuple[str, ...]:
    """The sentences to speak for a face of the table.

    `private`: somebody looks alone, or the table is not public. Then only the name of the person who gets the
    screen is spoken, before anything is seen.
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
    """The sentences that were not spoken just before, as one text; may be empty."""
    return "\n".join(part if part[-1] in ".!?…" else f"{part}." for part in now if part not in before)


# The loudspeaker.

LOUDEST = 10
PLAY = ("aplay", "-q", "-")
SAY = ("espeak-ng", "--stdin", "-s", "150")
VOICES = {"en": "en-gb", "de": "de", "fr": "fr-fr", "it": "it"}
_log = logging.getLogger(__name__)
Program = subprocess.Popen[bytes]
Begin = Callable[[Sequence[str], bytes], Program]
"""Starts a program with these bytes as input. Raises OSError."""


def begin(command: Sequence[str], given: bytes) -> Program:
    """Starts a program without a shell; its input is a file, so that nobody waits until it is read."""
    with tempfile.TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        return subprocess.Popen(command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Speaker:
    """One loudspeaker. `trouble`: why it is silent, in words; None while it works or is unused."""

    def __init__(self, begin: Begin = begin) -> None:
        self.trouble: str | None = None
        self._begin = begin
        self._sound: Program | None = None
        self._rank = len(RANKS)
        self._voice: Program | None = None
        self._waiting: tuple[Sequence[str], bytes] | None = None
        self._broken: set[str] = set()
        self._ending: list[Program] = []
        """Programs being terminated; without polling they would stay as zombies."""

    def play(self, sound: Sound, volume: int) -> None:
        """Plays a sound at a volume from 1 to 10 (0: none), unless a more important one is playing."""
        rank = RANKS.index(sound)
        self._sound = self._still(self._sound, PLAY[0])
        if volume <= 0 or (self._sound is not None and self._rank < rank):
            return
        self.hush()
        self._sound, self._rank = self._run(PLAY, samples(sound, min(volume, LOUDEST))), rank

    def say(self, text: str, language: str, volume: int) -> None:
        """Speaks a text after the current sound; earlier speech is cut off."""
        self._quiet_voice()
        if volume > 0 and text:
            voice = ("-v", VOICES.get(language, VOICES["en"]), "-a", str(20 * min(volume, LOUDEST)))
            self._waiting = ((*SAY, *voice), text.encode())
            self.tick()

    def tick(self) -> None:
        """Once a frame: speaks a waiting text after the sound, and checks how programs ended."""
        self._ending = [each for each in self._ending if each.poll() is None]
        self._voice = self._still(self._voice, SAY[0])
        self._sound = self._still(self._sound, PLAY[0])
        if self._sound is None and self._waiting is not None:
            (command, text), self._waiting = self._waiting, None
            self._voice = self._run(command, text)

    def hush(self) -> None:
        self._quiet_voice()
        self._stop(self._sound)
        self._sound = None

    def afresh(self) -> None:
        """Allows failed programs again, as a loudspeaker may have been plugged in."""
        self.trouble = None
        self._broken.clear()

    def _quiet_voice(self) -> None:
        self._stop(self._voice)
        self._voice = self._waiting = None

    def _run(self, command: Sequence[str], given: bytes) -> Program | None:
        if command[0] in self._broken:
            return None
        try:
            return self._begin(command, given)
        except FileNotFoundError:
            self._fail(command[0], _("No sound: {program} is not installed.").format(program=command[0]))
        except OSError as fault:  # the system's edge: no process, no file, no memory
            self._fail(
                command[0], _("No sound: {why}").format(why=system_words(fault) or type(fault).__name__)
            )
        return None

    def _still(self, running: Program | None, program: str) -> Program | None:
        """The program while it runs; one that ended with an error status has failed."""
        status = running.poll() if running is not None else None
        if status:
            self._fail(program, _("No sound: the loudspeaker does not answer."))
        return running if status is None else None

    def _fail(self, program: str, words: str) -> None:
        """Reports a failure once and blocks the program until `afresh`."""
        _log.warning("%s: %s", program, words)
        self._broken.add(program)
        self.trouble = self.trouble or words

    def _stop(self, running: Program | None) -> None:
        if running is not None and running.poll() is None:
            running.terminate()
            self._ending.append(running)


@lru_cache(maxsize=2 * len(RANKS))
def samples(sound: Sound, volume: int) -> bytes:
    """A sound as a WAV file, at a volume from 1 to 10 that grows perceptually."""
    with wave.open(BytesIO((files("ui.sound") / f"{sound}.wav").read_bytes())) as file:
        shape, levels = file.getparams(), array("h", file.readframes(file.getnframes()))
    part = (volume / LOUDEST) ** 2
    quieter = array("h", (round(level * part) for level in levels))
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams(shape)
        file.writeframes(quieter.tobytes())
    return out.getvalue()
