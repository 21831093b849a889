"""Which sound a change at the table asks for and what the voice says of it; and the loudspeaker that makes them heard.

It plays one sound, then says one sentence; what is more important, or newer, comes instead. Both are programs of the
system (`aplay`, `espeak-ng`), begun and left to themselves: the screen never waits for them, and nothing holds the
device between two sounds. Whatever is the matter with it is told once and costs no game.
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


# The loudspeaker.

LOUDEST = 10
PLAY = ("aplay", "-q", "-")
SAY = ("espeak-ng", "--stdin", "-s", "150")
VOICES = {"en": "en-gb", "de": "de", "fr": "fr-fr", "it": "it"}
_log = logging.getLogger(__name__)
Program = subprocess.Popen[bytes]
Begin = Callable[[Sequence[str], bytes], Program]
"""Begins a program that reads this number of bytes. Raises OSError."""


def begin(command: Sequence[str], given: bytes) -> Program:
    """Begins a program, never by a shell; what it is given lies in a file, so that nobody waits until it has read."""
    with tempfile.TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        return subprocess.Popen(command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Speaker:
    """One loudspeaker. `trouble`: in words, why it is silent; None while it works, or has not been asked anything."""

    def __init__(self, begin: Begin = begin) -> None:
        self.trouble: str | None = None
        self._begin = begin
        self._sound: Program | None = None
        self._rank = len(RANKS)
        self._voice: Program | None = None
        self._waiting: tuple[Sequence[str], bytes] | None = None
        self._broken: set[str] = set()
        self._ending: list[Program] = []
        """Programs told to end, until they have: one that nobody asks about would stay behind."""

    def play(self, sound: Sound, volume: int) -> None:
        """Plays a sound at a volume from 1 to 10, unless a more important one is heard; 0: none."""
        rank = RANKS.index(sound)
        self._sound = self._still(self._sound, PLAY[0])
        if volume <= 0 or (self._sound is not None and self._rank < rank):
            return
        self.hush()
        self._sound, self._rank = self._run(PLAY, samples(sound, min(volume, LOUDEST))), rank

    def say(self, text: str, language: str, volume: int) -> None:
        """Says a text after the sound that is heard; what was said, or waited, before is broken off."""
        self._quiet_voice()
        if volume > 0 and text:
            voice = ("-v", VOICES.get(language, VOICES["en"]), "-a", str(20 * min(volume, LOUDEST)))
            self._waiting = ((*SAY, *voice), text.encode())
            self.tick()

    def tick(self) -> None:
        """Once a frame: says what waits once the sound has ended, and hears how programs ended."""
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
        """What failed may be tried again: a loudspeaker was plugged in, perhaps."""
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
        """What runs, until it has ended; a program that ended with a fault has failed."""
        status = running.poll() if running is not None else None
        if status:
            self._fail(program, _("No sound: the loudspeaker does not answer."))
        return running if status is None else None

    def _fail(self, program: str, words: str) -> None:
        """It is told once, and not tried again until it is asked for afresh."""
        _log.warning("%s: %s", program, words)
        self._broken.add(program)
        self.trouble = self.trouble or words

    def _stop(self, running: Program | None) -> None:
        if running is not None and running.poll() is None:
            running.terminate()
            self._ending.append(running)


@lru_cache(maxsize=2 * len(RANKS))
def samples(sound: Sound, volume: int) -> bytes:
    """A sound as a WAV file, at a volume from 1 to 10 that grows as ears hear it."""
    with wave.open(BytesIO((files("ui.sound") / f"{sound}.wav").read_bytes())) as file:
        shape, levels = file.getparams(), array("h", file.readframes(file.getnframes()))
    part = (volume / LOUDEST) ** 2
    quieter = array("h", (round(level * part) for level in levels))
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams(shape)
        file.writeframes(quieter.tobytes())
    return out.getvalue()
