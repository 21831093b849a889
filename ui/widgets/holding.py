"""A finger that stays where it came down. On a slow box one frame may take seconds: so few frames are no holding."""

# mypy: disable-error-code="misc"
from dataclasses import dataclass, field

from kivy.clock import Clock

HOLD_SECONDS, FEW_FRAMES = 0.45, 3


@dataclass(frozen=True, slots=True)
class Down:
    """When a finger came down: now."""

    since: float = field(default_factory=Clock.get_time)
    frame: int = field(default_factory=lambda: Clock.frames)

    @property
    def is_held(self) -> bool:
        """Whether it has stayed for some time, and for more than a few frames."""
        return Clock.get_time() - self.since >= HOLD_SECONDS and Clock.frames - self.frame > FEW_FRAMES
