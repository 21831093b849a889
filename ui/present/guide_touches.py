"""Touches of the guide through a first game."""

from ui.present.table_touches import TableTouch


class FollowGuide(TableTouch, frozen=True):
    """The guide is wanted, from its first hint."""


class LeaveGuide(TableTouch, frozen=True):
    """The guide is not wanted, or no longer; for this game it is not offered again."""


class HintRead(TableTouch, frozen=True):
    """The hint that is shown was read."""


GuideTouch = FollowGuide | LeaveGuide | HintRead
