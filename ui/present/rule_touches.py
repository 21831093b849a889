"""Touches of the rule book."""

from ui.present.touches import Touch


class OpenRules(Touch, frozen=True):
    """The rule book at a game; `rule`: at one rule of it."""

    game: str
    rule: str = ""


class ShowExample(Touch, frozen=True):
    """An example of the rule that is shown, played step by step."""

    number: int
