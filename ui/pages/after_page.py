"""The page of one game that is looked back on, kept or still on the table."""

from ui.pages.looking_back import BackPage, LookedBack
from ui.pages.past_side import PastSide
from ui.present.after import AfterModel, after_model
from ui.present.desk_touches import KeptTouch
from ui.present.story import minutes
from ui.present.touches import Touch


class AfterPage(BackPage):
    """Who has won and how, or how it stands, and the ways to all else. `at_table`: it is still on the table."""

    def __init__(self, name: str, looked: LookedBack, past: PastSide, *, at_table: bool) -> None:
        super().__init__(looked)
        self.name = name
        self._past, self._at_table = past, at_table

    def model(self) -> AfterModel:
        looked = self.looked
        long = minutes(looked.stamps)
        return after_model(looked.walk, looked.kept, long, self._past.notice, at_table=self._at_table)

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, KeptTouch):
            return False
        self._past.take(touch)
        return True
