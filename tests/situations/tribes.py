"""Every face of the tribe screens, for screenshots and for the tests of the screens: touches, and nothing made up."""

from collections.abc import Callable
from typing import Any

from companion.kits.zoons import Army, facts
from ui.owned.tribes import keep_army
from ui.pages.desk import Desk
from ui.present.models import Action

Touch = tuple[str, Any]

NEW: Touch = ("new", None)
CARDS: Touch = ("cards", None)
OPEN: Touch = ("open", "ice-and-oak")
TOUCHES: dict[str, tuple[Touch, ...]] = {
    "tribes": (),
    "tribe-format": (NEW,),
    "tribe-base": (NEW, ("format", "continental")),
    "tribe-build": (OPEN,),
    "tribe-type": (OPEN, ("tab", "soldat")),
    "tribe-needs": (OPEN, ("tab", "elite"), ("add", "berserkorse-b"), ("less", "bouga-a"), ("less", "kassin-a")),
    "tribe-trumps": (OPEN, ("tab", "trumps")),
    "tribe-broken": (("open", "too-much"), ("tab", "elite")),
    "tribe-empty": (NEW, ("format", "mondial"), ("base", ""), ("tab", "mine")),
    "tribe-more": (OPEN, ("more", None)),
    "tribe-name": (OPEN, ("more", None), ("rename", None)),
    "tribe-deleting": (OPEN, ("more", None), ("delete", None)),
    "tribe-leaving": (OPEN, ("add", "titus"), ("leave", None)),
    "tribe-cards": (CARDS, ("tribe", "boarix")),
    "card-correct": (
        CARDS, ("open", "grognard-a"), ("pick", "tr"), ("digit", 5), ("field", "confirmed"), ("chosen", True),
    ),
    "card-unsaved": (CARDS, ("open", "king"), ("digit", 5), ("leave_card", None)),
    "card-new": (
        CARDS, ("tribe", "monkus"), ("type", "zoon"), ("typed", "Old Silverback"), ("digit", 5), ("digit", 4),
        ("digit", "star"), ("tap", (0, 2)), ("tap", (1, 2)), ("green", True), ("tap", (-2, 1)),
        ("field", "star"), ("chosen", "send"),
    ),
    "tribe-seats": (("goto", "seats"), ("choose", ("tribes", 0, "ice-and-oak"))),
    "card-choice": (CARDS, ("open", "king"), ("field", "star")),
    "card-partners": (
        CARDS, ("tribe", "monkus"), ("type", "zoon"), ("typed", "Old Silverback"), ("field", "star"),
        ("chosen", "trade"), ("field", "partners"), ("toggle", "king"),
    ),
    "card-shot": (
        CARDS, ("tribe", "warus"), ("type", "trump"), ("typed", "Snowball"), ("field", "does"), ("chosen", "shot"),
        ("field", "aim"), ("chosen", ""), ("tap", (0, 2)), ("tap", (1, 1)),
    ),
    "card-gear": (
        CARDS, ("tribe", "warus"), ("type", "trump"), ("typed", "Sledge"), ("field", "does"), ("chosen", "gear"),
        ("tap", (0, 2)),
    ),
    "card-becomes": (
        CARDS, ("tribe", "warus"), ("type", "trump"), ("typed", "Snowman"), ("field", "does"), ("chosen", "zoon"),
        ("tap", (1, 0)), ("pick", "tl"), ("digit", 2), ("digit", "star"),
    ),
}  # fmt: skip


def tribe_situations(make: Callable[[], Desk]) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk with two tribes built, one of them too strong, after some touches."""

    def situation(touches: tuple[Touch, ...]) -> Callable[[], Desk]:
        def made() -> Desk:
            _keep_two()
            desk = make()
            desk.send(Action("goto", "tribes"))
            for name, about in touches:
                desk.send(Action(name, about))
            return desk

        return made

    return {name: situation(touches) for name, touches in TOUCHES.items()}


def _keep_two() -> None:
    known = facts()
    warus, trumps = known.own_twelve("warus"), known.own_trumps("warus")
    rest = (card for card in warus if not card.startswith("korse"))
    mixed = (*rest, "kassin-a", "kassin-b", "bouga-a", "bouga-b")
    keep_army("ice-and-oak", Army(tuple(sorted(mixed)), trumps[:2], "Ice and Oak", "continental"))
    much = (*warus, "berserkorse-a", "jorund", "cloboulon", "rhino-a")
    keep_army("too-much", Army(tuple(sorted(much)), trumps, "Too much of a good thing", "tribal"))
