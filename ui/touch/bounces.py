"""Fingers that bounce: the same touch twice at once is one."""

from ui.present.touches import Touch

BOUNCE_SECONDS = 0.15


class Bounces:
    """The touch before: the same one again at once is a bounce of a finger."""

    def __init__(self) -> None:
        self._touch: Touch | None = None
        self._at = 0.0

    def again(self, touch: Touch, now: float) -> bool:
        """Whether a touch is a bounce; `now` in seconds."""
        if touch == self._touch and now - self._at < BOUNCE_SECONDS:
            return True
        self._touch, self._at = touch, now
        return False
