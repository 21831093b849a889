"""Every face of the tribe screens, for screenshots and for the tests of the screens: touches, and nothing made up."""

from collections.abc import Callable

from companion.games.zoon.family.deck import Army, facts
from tests.own_touches import own, send
from ui.owned.tribes import keep_army
from ui.pages.agreement import agree, with_choice
from ui.pages.card_page import TapSquare
from ui.pages.desk import Desk
from ui.present.touches import Goto, Touch, Typed

NEW: Touch = own("new_tribe")
CARDS: Touch = own("edit_cards")
TRUMP: tuple[Touch, ...] = (CARDS, own("choose_tribe", "warus"), own("type_name", "trump"))
SHOT: tuple[Touch, ...] = (
    *TRUMP,
    Typed("Snowball"),
    own("open_field", "does"),
    own("choose_value", "shot"),
    own("open_field", "aim"),
    own("choose_value", ""),
    TapSquare((0, 2)),
)
OPEN: Touch = own("open_tribe", "ice-and-oak")
TOUCHES: dict[str, tuple[Touch, ...]] = {
    "tribes": (),
    "tribe-format": (NEW,),
    "tribe-base": (NEW, own("choose_format", "continental")),
    "tribe-build": (OPEN,),
    "tribe-type": (OPEN, own("show_tab", "soldat")),
    "tribe-needs": (
        OPEN,
        own("show_tab", "elite"),
        own("add_card", "berserkorse-b"),
        own("less_card", "bouga-a"),
        own("less_card", "kassin-a"),
    ),
    "tribe-trumps": (OPEN, own("show_tab", "trumps")),
    "tribe-broken": (own("open_tribe", "too-much"), own("show_tab", "elite")),
    "tribe-empty": (NEW, own("choose_format", "mondial"), own("begin_from", ""), own("show_tab", "mine")),
    "tribe-more": (OPEN, own("show_more")),
    "tribe-name": (OPEN, own("show_more"), own("rename")),
    "tribe-deleting": (OPEN, own("show_more"), own("delete_tribe")),
    "tribe-leaving": (OPEN, own("add_card", "titus"), own("leave")),
    "tribe-cards": (CARDS, own("choose_tribe", "boarix")),
    "card-correct": (
        CARDS,
        own("open_card", "grognard-a"),
        own("pick_field", "tr"),
        own("digit", 5),
        own("open_field", "confirmed"),
        own("choose_value", True),
    ),
    "card-unsaved": (CARDS, own("open_card", "king"), own("digit", 5), own("leave_card")),
    "card-new": (
        CARDS,
        own("choose_tribe", "monkus"),
        own("type_name", "zoon"),
        Typed("Old Silverback"),
        own("digit", 5),
        own("digit", 4),
        own("digit", "star"),
        TapSquare((0, 2)),
        TapSquare((1, 2)),
        own("paint_green", green=True),
        TapSquare((-2, 1)),
        own("open_field", "star"),
        own("choose_value", "send"),
    ),
    "tribe-seats": (Goto("seats"), agree(with_choice, "tribes", 0, "ice-and-oak")),
    "card-choice": (CARDS, own("open_card", "king"), own("open_field", "star")),
    "card-partners": (
        CARDS,
        own("choose_tribe", "monkus"),
        own("type_name", "zoon"),
        Typed("Old Silverback"),
        own("open_field", "star"),
        own("choose_value", "trade"),
        own("open_field", "partners"),
        own("toggle_value", "king"),
    ),
    "card-shot": (*SHOT, TapSquare((1, 1))),
    "card-gear": (
        *TRUMP,
        Typed("Sledge"),
        own("open_field", "does"),
        own("choose_value", "gear"),
        TapSquare((0, 2)),
    ),
    "card-becomes": (
        *TRUMP,
        Typed("Snowman"),
        own("open_field", "does"),
        own("choose_value", "zoon"),
        TapSquare((1, 0)),
        own("pick_field", "tl"),
        own("digit", 2),
        own("digit", "star"),
    ),
}


def tribe_situations(make: Callable[[], Desk]) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk with two tribes built, one of them too strong, after some touches."""

    def situation(touches: tuple[Touch, ...]) -> Callable[[], Desk]:
        def made() -> Desk:
            _keep_two()
            desk = make()
            desk.send(Goto("tribes"))
            send(desk, *touches)
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
