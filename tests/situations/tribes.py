"""Every face of the tribe screens, for screenshots and for the tests of the screens: touches, and nothing made up."""

from collections.abc import Callable

from companion.games.zoon.family.deck import Army, facts
from ui.owned.tribes import keep_army
from ui.pages.agreement_touches import Choose
from ui.pages.card_touches import (
    ChooseTribe,
    ChooseValue,
    Digit,
    LeaveCard,
    OpenCard,
    OpenField,
    PaintGreen,
    PickField,
    TapSquare,
    ToggleValue,
    TypeName,
)
from ui.pages.desk import Desk
from ui.present.desk_touches import Goto
from ui.present.touches import Leave, Touch, Typed
from ui.present.tribe_touches import (
    AddCard,
    BeginFrom,
    ChooseFormat,
    DeleteTribe,
    EditCards,
    LessCard,
    NewTribe,
    OpenTribe,
    Rename,
    ShowMore,
    ShowTab,
)

NEW: Touch = NewTribe()
CARDS: Touch = EditCards()
OPEN: Touch = OpenTribe("ice-and-oak")
TOUCHES: dict[str, tuple[Touch, ...]] = {
    "tribes": (),
    "tribe-format": (NEW,),
    "tribe-base": (NEW, ChooseFormat("continental")),
    "tribe-build": (OPEN,),
    "tribe-type": (OPEN, ShowTab("soldat")),
    "tribe-needs": (OPEN, ShowTab("elite"), AddCard("berserkorse-b"), LessCard("bouga-a"), LessCard("kassin-a")),
    "tribe-trumps": (OPEN, ShowTab("trumps")),
    "tribe-broken": (OpenTribe("too-much"), ShowTab("elite")),
    "tribe-empty": (NEW, ChooseFormat("mondial"), BeginFrom(""), ShowTab("mine")),
    "tribe-more": (OPEN, ShowMore()),
    "tribe-name": (OPEN, ShowMore(), Rename()),
    "tribe-deleting": (OPEN, ShowMore(), DeleteTribe()),
    "tribe-leaving": (OPEN, AddCard("titus"), Leave()),
    "tribe-cards": (CARDS, ChooseTribe("boarix")),
    "card-correct": (
        CARDS, OpenCard("grognard-a"), PickField("tr"), Digit(5), OpenField("confirmed"), ChooseValue(True),
    ),
    "card-unsaved": (CARDS, OpenCard("king"), Digit(5), LeaveCard()),
    "card-new": (
        CARDS, ChooseTribe("monkus"), TypeName("zoon"), Typed("Old Silverback"), Digit(5), Digit(4),
        Digit("star"), TapSquare((0, 2)), TapSquare((1, 2)), PaintGreen(True), TapSquare((-2, 1)),
        OpenField("star"), ChooseValue("send"),
    ),
    "tribe-seats": (Goto("seats"), Choose("tribes", 0, "ice-and-oak")),
    "card-choice": (CARDS, OpenCard("king"), OpenField("star")),
    "card-partners": (
        CARDS, ChooseTribe("monkus"), TypeName("zoon"), Typed("Old Silverback"), OpenField("star"),
        ChooseValue("trade"), OpenField("partners"), ToggleValue("king"),
    ),
    "card-shot": (
        CARDS, ChooseTribe("warus"), TypeName("trump"), Typed("Snowball"), OpenField("does"), ChooseValue("shot"),
        OpenField("aim"), ChooseValue(""), TapSquare((0, 2)), TapSquare((1, 1)),
    ),
    "card-gear": (
        CARDS, ChooseTribe("warus"), TypeName("trump"), Typed("Sledge"), OpenField("does"), ChooseValue("gear"),
        TapSquare((0, 2)),
    ),
    "card-becomes": (
        CARDS, ChooseTribe("warus"), TypeName("trump"), Typed("Snowman"), OpenField("does"), ChooseValue("zoon"),
        TapSquare((1, 0)), PickField("tl"), Digit(2), Digit("star"),
    ),
}  # fmt: skip


def tribe_situations(make: Callable[[], Desk]) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk with two tribes built, one of them too strong, after some touches."""

    def situation(touches: tuple[Touch, ...]) -> Callable[[], Desk]:
        def made() -> Desk:
            _keep_two()
            desk = make()
            desk.send(Goto("tribes"))
            for touch in touches:
                desk.send(touch)
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
