"""What is heard of the game on the table: its instants, put to what decides on sounds and words."""

from typing import Any

from companion.game import Chance, Over, Seats
from companion.language import spoken
from ui.owned.settings import Settings
from ui.pages.tableside import Tableside
from ui.present.models import TableModel
from ui.sound.cue import Heard, Instant, listen
from ui.sound.saying import news, sayings
from ui.sound.speaker import Speaker


def instant(side: Tableside) -> Instant:
    """The game at a table as it can be heard now. What one seat does alone is not heard."""
    session = side.session
    reply, turn = session.reply, session.reply.turn
    acting = frozenset(turn.seats) if isinstance(turn, Seats | Chance) else frozenset()
    return Instant(
        side,
        reply.seq,
        acting,
        isinstance(turn, Over),
        frozenset(session.thrown),
        turn.what if isinstance(turn, Chance) else "",
        side.focus.settling.refused or reply.verdict,
    )


class Hearing:
    """Follows the table, and lets the loudspeaker play and say what is due."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self._heard = Heard()
        self._said: tuple[str, ...] = ()
        self._volume: int | None = None

    def follow(self, side: Tableside | None, model: Any, settings: Settings) -> None:
        """Once for every page that is drawn."""
        volume = 0 if settings.muted else settings.volume
        self._turn_to(volume)
        if side is None:
            self._heard, self._said = Heard(), ()
            return
        self._heard, sound = listen(self._heard, instant(side))
        if sound is not None:
            self.speaker.play(sound, volume)
        if isinstance(model, TableModel):
            private = side.session.veiled or side.focus.alone is not None
            now = sayings(model, private=private)
            new = news(self._said, now)
            if settings.voice and new:
                self.speaker.say(new, spoken().code, volume)
            self._said = now or self._said

    @property
    def is_silent(self) -> bool:
        return self._volume == 0

    def _turn_to(self, volume: int) -> None:
        """Silence at once when it is switched off; switched on, it is heard."""
        before, self._volume = self._volume, volume
        if volume == 0 and before:
            self.speaker.hush()
        elif volume and before == 0:
            self.speaker.afresh()
            self.speaker.play("accepted", volume)
