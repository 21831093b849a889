"""Whether a table that is not as the book has it was left without a word: the watchdog of tests and figures."""

from dataclasses import dataclass, replace

from companion.game import Over
from companion.judge import PATIENCE, Same, Wait
from companion.reply import Reply
from companion.supposing import MOST_UNLAID


@dataclass(frozen=True, slots=True)
class Silence:
    """Still pictures in a row that differ from the book with no event, question, refusal or chore on the screen.

    `stretches`: how often there were more of them than may be.
    """

    pictures: int = 0
    stretches: int = 0

    def after(self, reply: Reply) -> "Silence":
        """What the reply to another still picture adds."""
        if not is_silent(reply):
            return replace(self, pictures=0)
        pictures = self.pictures + 1
        return Silence(pictures, self.stretches + (pictures == PATIENCE + 1))


def is_silent(reply: Reply) -> bool:
    """Whether the table differs, and nothing on the screen says so; while people lay it out, much may be missing."""
    if not reply.differences or reply.booked or reply.chores or isinstance(reply.turn, Over):
        return False
    if reply.layout is not None and len(reply.differences) > MOST_UNLAID:
        return False
    return isinstance(reply.verdict, Same | Wait)
