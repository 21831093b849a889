"""Decks and discs being learnt at the screen, as situations."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.own_touches import own
from tests.situations.maker import Maker
from ui.pages.desk import Desk
from ui.present.touches import Goto

if TYPE_CHECKING:
    from ui.pages.enrol_page import Enrolling, EnrolPage
    from vision.sources.frames import FrameSource

WITH_EYES = frozenset({"enrol", "enrol-double", "enrol-done", "enrol-discs"})
TO_THE_END = 99


def enrol_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation, with what the maker gives."""

    def what() -> Desk:
        return maker.then(maker.desk(), Goto("enrol"))

    def faces() -> Desk:
        return maker.then(_learning(maker, 2, "zong"), own("choose_face"))

    return {
        "enrol-what": what,
        "enrol-name": lambda: maker.then(what(), own("learn_cards")),
        "enrol": lambda: _learning(maker, 3),
        "enrol-double": lambda: _learning(maker, 1, double=True),
        "enrol-done": lambda: _learning(maker, TO_THE_END),
        "enrol-discs": lambda: _learning(maker, 3, "zones-tokens"),
        "enrol-faces": faces,
    }


def _learning(maker: Maker, cards: int, discs: str = "", double: bool = False) -> Desk:
    """A deck, or some game's discs, being learnt on the simulated table."""
    from ui.box.camera import Onlooker
    from ui.pages.enrol_page import EnrolPage, simulated_frames

    desk: Desk = maker.then(maker.desk(), Goto("enrol"))
    step = desk.step
    assert isinstance(step, EnrolPage)
    begin_by_hand(
        step, discs or f"my-deck-{maker.count}", lambda taking: simulated_frames(maker.game, taking)
    )
    taking, onlooker = step.taking, step.onlooker
    assert taking is not None and isinstance(onlooker, Onlooker)
    while len(taking.draft.cards) < cards and onlooker.look():
        continue
    if double:
        taking.add((taking.draft.image(1),))
    if cards == TO_THE_END:
        step.finish_deck()
    step.tick()
    return desk


def begin_by_hand(step: "EnrolPage", name: str, open_table: "Callable[[Enrolling], FrameSource]") -> None:
    """Begins cards, or the discs of that name, with an onlooker stepped by hand; what was left before is forgotten."""
    from ui.box.camera import Onlooker
    from ui.pages.enrol_page import Enrolling
    from vision.enrolling.live import DISCS

    discs = next((deck for deck in step._discs if deck.name == name), None)
    step.taking = Enrolling(name, None, step._table)
    if discs is not None:
        step.taking = Enrolling(name, None, discs.table, subject=DISCS)
        step.taking.faces = dict(discs.faces)
    step.parts = (step.taking,)
    step.taking.draft.discard()
    step._phase = "running"
    step.onlooker = Onlooker(open_table(step.taking), step._look)
