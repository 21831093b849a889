"""The keys of one page as it was drawn: what each sends, known by ids that mean nothing elsewhere."""

from collections.abc import Callable

from ui.present.touches import Touch


class Keys:
    """Gives ids to touches while a page is drawn. `may`: whether one may be sent from there."""

    def __init__(self, may: Callable[[Touch], bool]) -> None:
        self._may = may
        self._ids: dict[Touch, str] = {}

    def key(self, touch: Touch) -> str:
        """The id of the key that sends a touch, the same one for the same touch; empty where it may not be sent."""
        if not self._may(touch):
            return ""
        try:
            return self._ids.setdefault(touch, f"k{len(self._ids)}")
        except TypeError:  # one that holds what cannot be told apart, such as an army that is being shown
            return ""

    @property
    def touches(self) -> tuple[Touch, ...]:
        """What the page's keys send, in the order of their ids."""
        return tuple(self._ids)

    def touch(self, id: str) -> Touch | None:
        """What a key sends; None where no key has this id."""
        return next((touch for touch, known in self._ids.items() if known == id), None)
