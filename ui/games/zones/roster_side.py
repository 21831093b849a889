"""The rosters of ZoneS as their owner enters them: a list of pieces, a form for each.

Rule kept: nothing is written before “Save”; nothing that was changed is left without asking. Our own values are never
called official.
"""

import re
from typing import Literal, assert_never

from companion.game import SetupFault, Value
from companion.games.zones.pieces import ROSTER, Facts, facts, side_title
from ui.faces.step_page import StepPage
from ui.games.zones.roster_form import NUMBERS, TEXTS, form_model, relation_told
from ui.games.zones.rosters import (
    CONFIRMED,
    NAME,
    OURS,
    Pairs,
    entered,
    is_entered,
    keep_roster,
    kept_roster,
    with_fact,
)
from ui.games.zones.touches import (
    AddPiece,
    EnterField,
    OpenPiece,
    PieceFormTouch,
    PlayOurs,
    RosterListTouch,
    RosterTouch,
    SoItIs,
    TellOfPiece,
    TellTerrain,
)
from ui.games.zones.words import kind_lines
from ui.owned.tribes import OwnersFault
from ui.present.models import Banner, Button
from ui.present.steps import StepModel
from ui.present.touches import Leave, LeaveSteps, Save, ShowList, Touch, Typed, Undo
from ui.words import _, several

Phase = Literal["list", "form", "name", "leaving"]
MOST_LETTERS, MOST_NUMBER = 24, 99
_SIGNS = re.compile(r"[^a-z0-9]+")


class RosterSide(StepPage):
    def __init__(self) -> None:
        kept = kept_roster()
        self._pairs: Pairs = tuple(pair for pair in kept.facts if pair[0] not in (NAME, CONFIRMED))
        self._kept = self._pairs
        self._before: list[Pairs] = []
        self._phase: Phase = "list"
        self._piece = ""
        self._editing = ""
        self._fault = kept.fault

    def take(self, touch: Touch) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        if not isinstance(touch, RosterTouch):
            return False
        self._fault = ""
        if isinstance(touch, PieceFormTouch):
            self._take_form(touch)
        else:
            self._take_list(touch)
        return True

    @property
    def known(self) -> Facts:
        """The pieces with everything entered so far."""
        return facts(self._pairs)

    def model(self) -> StepModel:
        match self._phase:
            case "list":
                return self._list_model()
            case "form":
                return form_model(
                    self.known,
                    self._pairs,
                    self._piece,
                    undo=bool(self._before),
                    fault=self._fault,
                    editing=self._edited(),
                )
            case "name":
                return StepModel(_("Roster cards"), banner=self._banner, editing=(_("Name of the piece"), ""))
            case "leaving":
                keys = (
                    Button(_("Save"), Save(), "main", "done"),
                    Button(_("Leave without saving"), LeaveSteps(), "danger", "wrong"),
                    Button(_("Go on entering"), ShowList(), "plain", "back"),
                )
                title, lead = _("Roster cards"), _("Not saved yet")
                return StepModel(title, lead, banner=self._banner, keys=keys, tools=())
            case _:
                assert_never(self._phase)

    @property
    def _banner(self) -> Banner | None:
        return Banner("trouble", self._fault) if self._fault else None

    @property
    def _missing(self) -> tuple[str, ...]:
        """The pieces whose cards were not entered yet."""
        return tuple(piece for piece in self.known.kinds if not is_entered(self._pairs, piece))

    # what is shown

    def _list_model(self) -> StepModel:
        known, missing = self.known, self._missing
        keys = [
            Button(
                f"{kind.name} · {side_title(kind.side)}",
                OpenPiece(name),
                "plain",
                "done" if name not in missing else "pen",
                " ".join(kind_lines(kind)) if name not in missing else _("Not entered yet."),
            )
            for name, kind in known.kinds.items()
        ]
        add = Button(_("Another piece"), AddPiece(), "quiet", "plus", _("For sets that came later."))
        left = len(missing)
        words = (
            several(
                "{n} card is still to be entered; until then our reading is played.",
                "{n} cards are still to be entered; until then our reading is played.",
                left,
            )
            if left
            else _("Every card is entered.")
        )
        banner = self._banner or Banner("ask" if left else "good", words)
        tools = (
            Button(_("Back"), Leave(), "quiet", "back"),
            Button(_("Undo"), Undo(), "plain", "turn", enabled=bool(self._before)),
            Button(_("Our reading"), PlayOurs(), "plain", "book"),
            Button(_("Save"), Save(), "main", "done", enabled=bool(self._pairs)),
        )
        return StepModel(_("Roster cards"), banner=banner, keys=(*keys, add), tools=tools)

    def _edited(self) -> tuple[str, str] | None:
        """What is being typed: its title and text."""
        if not self._editing:
            return None
        kind = self.known.kinds[self._piece]
        return {
            "name": (_("Name of the piece"), kind.printed),
            "side": (_("Side of the piece"), kind.side),
            "cost": (_("Cost, a number"), str(kind.cost)),
            "count": (_("How many the set holds"), str(kind.count)),
        }[self._editing]

    # what touches do

    def _take_form(self, touch: PieceFormTouch) -> None:
        match touch:
            case OpenPiece(piece):
                self._piece, self._phase = piece, "form"
            case TellOfPiece(key, value):
                self._tell(key, value)
            case TellTerrain(terrain, relation):
                pairs = self._pairs
                for key, text in relation_told(self.known.kinds[self._piece], terrain, relation).items():
                    pairs = with_fact(pairs, f"{self._piece}.{key}", text)
                self._change(pairs)
            case SoItIs():
                self._change(entered(self._pairs, self.known, self._piece))
                if not self._fault:
                    self._phase = "list"
            case EnterField(key):
                self._editing = key
            case AddPiece():
                self._phase = "name"
            case Typed(text):
                self._typed(text)
            case _:
                assert_never(touch)

    def _take_list(self, touch: RosterListTouch) -> None:
        match touch:
            case ShowList():
                self._phase = "list"
            case PlayOurs():
                if self._kept_as((*OURS, *self._pairs)):
                    self.given_up = True
            case Undo():
                if self._before:
                    self._pairs = self._before.pop()
                if self._piece not in self.known.kinds:
                    self._phase = "list"
            case Save():
                # Everything entered is kept; it is played once all cards are entered, and our reading until then.
                own: Pairs = ((NAME, _("the owner’s cards")), (CONFIRMED, True))
                if self._kept_as((*(OURS if self._missing else own), *self._pairs)):
                    self._kept, self._before = self._pairs, []
                    self.given_up = True
            case Leave() if self._pairs != self._kept:
                self._phase = "leaving"
            case Leave():
                self.given_up = True
            case _:
                assert_never(touch)

    def _tell(self, key: str, value: Value) -> None:
        """One field of the piece, as its card says."""
        self._change(with_fact(self._pairs, f"{self._piece}.{key}", value))

    def _typed(self, text: str | None) -> None:
        """A name or a number was typed; None leaves it as it was."""
        if self._phase == "name":
            self._named(text)
            return
        key, self._editing = self._editing, ""
        if text is None or not key:
            return
        said = text.strip()
        if key in NUMBERS:
            if not said.isdecimal() or int(said) > MOST_NUMBER:
                self._fault = _("Expected a number from 0 to {most}, found {text}.").format(
                    most=MOST_NUMBER, text=said or "–"
                )
                return
            self._tell(key, int(said))
        elif key in TEXTS:
            if not said or len(said) > MOST_LETTERS:
                self._fault = _("Expected 1 to {most} letters, found {n}.").format(
                    most=MOST_LETTERS, n=len(said)
                )
                return
            self._tell(key, said if key == "name" else said.lower())

    def _named(self, text: str | None) -> None:
        """Another piece, named; the rest is told in its form."""
        self._phase = "list"
        said = (text or "").strip()[:MOST_LETTERS]
        id = _SIGNS.sub("-", said.lower()).strip("-")
        if text is None:
            return
        if not id or id in self.known.kinds or id == ROSTER:
            self._fault = _("Expected the name of a piece that is not there yet, found {text}.").format(
                text=said or "–"
            )
            return
        side = next(iter(self.known.sides))
        first: Pairs = (
            (f"{id}.name", said), (f"{id}.side", side), (f"{id}.class", "infantry"), (f"{id}.cost", 5),
            (f"{id}.movement", "orthogonal"),
        )  # fmt: skip
        self._change((*self._pairs, *first))
        self._piece, self._phase = id, "form"

    def _change(self, pairs: Pairs) -> None:
        """Other facts, if pieces can be so."""
        try:
            facts(pairs)
        except SetupFault as fault:
            self._fault = str(fault)
            return
        if pairs != self._pairs:
            self._before.append(self._pairs)
            self._pairs = pairs

    def _kept_as(self, pairs: Pairs) -> bool:
        try:
            keep_roster(pairs)
        except OwnersFault as fault:
            self._fault = str(fault)
            return False
        return True

    def asks_before_home(self) -> bool:
        """Whether something is not saved yet; then the page says so, and people decide."""
        if self._pairs == self._kept or self._phase == "leaving":
            return False
        self._phase = "leaving"
        return True

    def way_back(self) -> Touch:
        return Leave() if self._phase == "list" else ShowList()
