"""Touches of the rule book."""

from ui.present.touches import Touch


class OpenRules(Touch, frozen=True):
    """The rule book at a game; `rule`: at one rule of it."""

    game: str
    rule: str = ""


class ShowSubject(Touch, frozen=True):
    """The rules under one heading; empty: the list of headings."""

    subject: str


class ShowRule(Touch, frozen=True):
    """One rule whole; empty: back to those beside it."""

    id: str


class SearchRules(Touch, frozen=True):
    """A word to search for is to be typed."""


class ShowExample(Touch, frozen=True):
    """An example of the rule that is shown, played step by step."""

    number: int


BookTouch = ShowSubject | ShowRule | SearchRules
