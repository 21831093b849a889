"""Pages on which owners enter and correct cards: tribe, card, form.

Rule kept: a card is written only once it is playable; until then the form says what is wrong.
"""

import copy
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec.structs import astuple

from companion.game import Value
from companion.games.zoon.family import deck
from companion.games.zoon.family.deck import Corners, Trump, Zoon, shipped
from companion.games.zoon.family.grids import SQUARES, Stride, moves_of, reached, strides_of, tapped
from companion.games.zoon.family.written import Fact
from companion.kits.exact import NOTHING, Mismatch, exact, shown
from companion.kits.grid import Offset
from companion.kits.options import sheet_in
from ui.owned.tribe_words import choices, words_of
from ui.owned.tribes import Owned, OwnersFault, free_name, keep_corrections, keep_sheet, owned
from ui.present.drawn import said
from ui.present.models import Banner, Button, KeyPad, PageRow, StepModel, StepPage, choice, notice
from ui.present.touches import P, Touch, Typed, do
from ui.words import _, several
from vision.printed.marks import Art, Block, Disc, Drawing, Mark, Part, Shape
from vision.printed.shapes import box, polygon

CORNER_SIGNS = {"star": "★", "x": "×"}
GREEN, YELLOW, VIOLET, INK = (61, 158, 92), (237, 204, 107), (158, 115, 219), (18, 20, 23)
SQUARE, RIM, ACROSS = 60.0, 2.0, 5
"""Size of a square, the gap around it, and squares per row; lengths in units."""
SIGNS = {True: "G", False: "+", None: "·"}
"""Names of a grid's squares without a drawing: green, one to stop on, any other."""


class TapSquare(Touch, frozen=True):
    """A square of the grid as column and row from the card's own."""

    square: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card as its owner sees it: corners (tl, tr, br, bl) and numbers as keys, picture, grid.

    `strides`: the paths on the grid titled `title`; None for a card without any.
    """

    deck: str
    label: str
    corners: tuple[Button, ...]
    numbers: tuple[Button, ...]
    strides: tuple[Stride, ...] | None
    title: str = ""

    rim = 0.0
    window = (0.0, 0.0, (ACROSS + 2) * SQUARE, ACROSS * SQUARE)

    def drawn(self, _unit: float, _names: tuple[str, ...] = (), _large: float = 1.0, /) -> Drawing:
        """The corners outside as on the card, the numbers at the left between them, the grid inside."""
        _left, _top, wide, high = self.window
        right, low = ACROSS + 1, ACROSS - 1
        places = ((0, 0), (right, 0), (right, low), (0, low))
        keys = [*zip(self.corners, places, strict=False)]
        keys += [(button, (0, n)) for n, button in enumerate(self.numbers, 1)]
        marks: list[Mark] = [_key(button, x * SQUARE, y * SQUARE) for button, (x, y) in keys]
        # Without a grid the picture takes its place; beside one it is small.
        alone = self.strides is None
        x, y, side = (SQUARE * 2, SQUARE, SQUARE * 3) if alone else (right * SQUARE, 2 * SQUARE, SQUARE)
        signs = tuple(button.words for button in self.corners)
        marks.append(_art(self.deck, self.label, signs, x + RIM, y + RIM, side - 2 * RIM))
        if self.strides is None:
            return Drawing("card", wide, high, tuple(marks))
        # The squares: black paths, dots to stop on, yellow and green squares, the card in the middle.
        x, y = (ACROSS + 1.5) * SQUARE, 1.5 * SQUARE
        title = (said(x, y, self.title, 14, "quiet", fit=SQUARE - 2 * RIM),)
        marks.append(Part(self.title, x, y, title, words=self.title))
        found = reached(self.strides)
        middles = {
            square: ((n % ACROSS + 1.5) * SQUARE, (n // ACROSS + 0.5) * SQUARE)
            for n, square in enumerate(SQUARES)
        }
        for square, (x, y) in middles.items():
            half = SQUARE / 2 - RIM
            ground = box(x - half, y - half, 2 * half, 2 * half, 6)
            own: list[Mark] = [Shape(ground, fill="surface", edge="line", edge_mm=1.5)]
            if square in found:
                half -= RIM
                ink = GREEN if found[square] else YELLOW
                own.append(Block(x - half, y - half, 2 * half, 2 * half, ink, round_mm=6))
            touch = TapSquare(square) if square != (0, 0) else None
            words = SIGNS[found.get(square)] if touch else "●"
            marks.append(Part(f"{square}", x, y, tuple(own), touch=touch, words=words, w=SQUARE, h=SQUARE))
        for stride in self.strides:
            ways = [(0, 0), *stride.offsets]
            # A path that is flown, or leaves the grid, is marked by its end alone.
            if not stride.flown and all(way in middles for way in ways):
                line = polygon([middles[way] for way in ways])
                marks.append(Shape(line, edge=INK, edge_mm=3.2, closed=False))
        marks += (Disc(*middles[square], 14, INK) for square in found if square in middles)
        marks.append(Disc(*middles[0, 0], 28, VIOLET))
        return Drawing("card", wide, high, tuple(marks))


def _key(button: Button, x: float, y: float) -> Part:
    """A key of one square with its detail above its words; the chosen one has an edge."""
    side, middle = SQUARE - 2 * RIM, x + SQUARE / 2
    chosen = button.weight == "chosen"
    ground = box(x + RIM, y + RIM, side, side, 8)
    marks: list[Mark] = [
        Shape(ground, fill="raised", edge="chosen" if chosen else "line", edge_mm=3.0 if chosen else 1.2),
        said(middle, y + SQUARE * (0.62 if button.detail else 0.5), button.words, 24, "text"),
    ]
    if button.detail:
        marks.append(said(middle, y + SQUARE * 0.26, button.detail, 14, "quiet", fit=side - 4))
    words = f"{button.detail} {button.words}{' *' if chosen else ''}".strip()
    at = (middle, y + SQUARE / 2)
    return Part(words, *at, tuple(marks), touch=button.action, words=words, w=SQUARE, h=SQUARE)


def _art(deck: str, label: str, signs: tuple[str, ...], x: float, y: float, side: float) -> Art:
    """A card's picture, or its corners on plain ground; nothing for an unnamed card."""
    near, far = side / 4, side * 3 / 4
    places = ((near, near), (far, near), (far, far), (near, far))
    plain: tuple[Mark, ...] = ()
    if signs:
        shown = (
            said(x + at, y + down, sign, side * 0.35, "text")
            for (at, down), sign in zip(places, signs, strict=False)
        )
        plain = (Shape(box(x, y, side, side, 6), fill="surface", edge="line", edge_mm=2), *shown)
    return Art(x, y, side, side, label, plain, deck=deck)


@lru_cache(maxsize=256)
def mini_card(deck: str, label: str, corners: Corners | None) -> Drawing:
    """A small card; cached, so that equal cards share one drawing."""
    signs = corner_signs(corners) if corners is not None else ()
    return Drawing(label, SQUARE, SQUARE, (_art(deck, label, signs, 0, 0, SQUARE),))


def corner_signs(corners: Corners) -> tuple[str, ...]:
    """The signs of the corners: tl, tr, br, bl."""
    return tuple(CORNER_SIGNS.get(str(corner), str(corner)) for corner in astuple(corners))


def card_line(card: Zoon | Trump, tribe: str) -> str:
    """A Zoon's corners and points, or a trump's force and effect; then the tribe."""
    if isinstance(card, Zoon):
        tl, tr, br, bl = corner_signs(card.corners)
        parts = (f"{tl} {tr} / {bl} {br}", several("{n} point", "{n} points", card.value), tribe)
    else:
        parts = (_("force {n}").format(n=card.force), words_of("does")[card.does], tribe)
    return " · ".join(filter(None, parts))


Kind = Literal["zoons", "trumps"]
Table = dict[str, Any]
Named = Literal["tribe", "continent", "zoon", "trump", "card"]
"""The kinds of things whose name is typed."""


class CardForm(msgspec.Struct, frozen=True):
    """A new card's initial table, its chosen and numeric fields, and the field that its grid draws."""

    begins: Table
    chosen: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ("force",)
    grid: str = ""


FORMS = sheet_in("ui.owned", "card_forms", dict[str, CardForm])
CORNERS = ("tl", "tr", "br", "bl")
MOST = {"value": 99, "force": 3}
MIRROR = ("-a", "-b")
WITH_PARTNERS = ("send", "trade")
FIELDS = sheet_in("ui.pages", "card_fields", dict[str, tuple[str, ...]])
DIGITS = (*range(1, 10), 0)
PAD_ACROSS, FIELDS_ACROSS = 4, 2


# One card in the form: its table as plain data, changed field by field, with undo. A shipped card is never
# rewritten: its differences become corrections. An owner's card is a table of the owner's sheet.


def new_card(kind: Kind, name: str, tribe: str) -> Table:
    """The table of a card with only a name."""
    return {"name": name, "tribe": tribe, **FORMS[kind].begins}


class CardDraft:
    """The table of a species or trump, as `shipped` or changed; `face`: the card of it in view."""

    def __init__(
        self, kind: Kind, id: str, table: Table, shipped: Table | None, *, is_new: bool = False
    ) -> None:
        self.kind, self.id, self.shipped = kind, id, shipped
        self.table: Table = copy.deepcopy(deck.spelled_out({kind: {id: table}})[kind][id])
        self.face: str = next(iter(self.table.get("cards", (id,))))
        self._first = {} if is_new else copy.deepcopy(self.table)
        self.before: list[tuple[Table, str]] = []

    @property
    def is_changed(self) -> bool:
        return self.table != self._first

    def undo_card(self) -> None:
        if self.before:
            self.table, self.face = self.before.pop()

    @property
    def form(self) -> CardForm:
        return FORMS[self.kind if self.kind == "zoons" else self.table["does"]]

    @property
    def corners(self) -> Table | None:
        """The corners of the face in view; None for a card without."""
        becomes = self.table.get("as_zoon", self.table)
        holder = self.table["cards"][self.face] if self.kind == "zoons" else becomes
        corners: Table | None = holder.get("corners")
        return corners

    def value(self, field: str) -> Any:
        return self._table_of(field).get(field, 1 if field == "copies" else None)

    def put(self, field: str, value: Any) -> None:
        """Sets a field; an empty value removes an optional one."""
        self.before.append((copy.deepcopy(self.table), self.face))
        if field == "does":
            # A trump's other effect needs other fields, with initial values.
            kept = {name: self.table[name] for name in FIELDS["of_every_trump"] if name in self.table}
            self.table = {**kept, "does": value, **copy.deepcopy(FORMS[value].begins)}
        elif value in (None, "", [], ()) and field in FIELDS["may_lack"]:
            self._table_of(field).pop(field, None)
        else:
            self._table_of(field)[field] = value
        if field == "star" and value not in WITH_PARTNERS:
            self._table_of("partners").pop("partners", None)

    def mirror(self) -> None:
        """Adds a Zoon's mirror image (left and right swapped), or removes it."""
        cards = self.table["cards"]
        first, card = next(iter(cards.items()))
        if len(cards) > 1:
            face = first.removesuffix(MIRROR[0])
            cards = {face: card}
        else:
            face, other = (f"{first}{mark}" for mark in MIRROR)
            tl, tr, br, bl = (card["corners"][corner] for corner in CORNERS)
            cards = {face: card, other: {**card, "corners": {"tl": tr, "tr": tl, "br": bl, "bl": br}}}
        self.put("cards", cards)
        self.face = face

    @property
    def grid_field(self) -> str:
        """The field that the grid draws: paths, what gear adds, or the target squares of a shot."""
        field = self.form.grid
        return "" if field == "aim" and self.table["aim"] == deck.OWN_CAMP else field

    @property
    def strides(self) -> tuple[Stride, ...]:
        strides = strides_of(self.value(self.grid_field) or "") if self.grid_field else ()
        if self.grid_field != "aim":
            return strides
        return tuple(Stride((stride.offsets[-1],), flown=True) for stride in strides)

    def tap(self, square: Offset, *, green: bool) -> None:
        """Taps the grid; each target of a shot is a square of its own, at any distance."""
        if field := self.grid_field:
            self.put(field, moves_of(tapped(self.strides, square, green=green or field == "aim")))

    def fault(self, others: deck.Sheet) -> Mismatch | None:
        """The card's fault in view of all others; None if there is none."""
        try:
            deck.sheet_of({self.kind: {self.id: self.table}}, others)
        except Mismatch as fault:
            return fault
        return None

    def corrections(self) -> Iterator[Fact]:
        """The facts that differ from the shipped card, by dotted name."""
        shipped = dict(deck.correctable({self.kind: {self.id: self.shipped}}))
        for name, (table, key) in deck.correctable({self.kind: {self.id: self.table}}):
            was, its_key = shipped[name]
            if (value := table.get(key, "")) != was.get(its_key, ""):
                yield name, value

    def _table_of(self, field: str) -> Table:
        if field in CORNERS:
            return self.corners or {}
        if field == "copies":
            card: Table = self.table["cards"][self.face]
            return card
        holder: Table = self.table.get("as_zoon", self.table) if field in FIELDS["of_zoon"] else self.table
        return holder


class OwnersPages(StepPage):
    """Pages for owner's data: what there is, and the fault of the last touch."""

    def __init__(self, have: Owned) -> None:
        self.have, self._fault = have, ""

    def take(self, touch: Touch) -> bool:
        self._fault = ""
        if isinstance(touch, Typed):
            self._typed(touch.text)
            return True
        return super().take(touch)

    @abstractmethod
    def _typed(self, text: str | None) -> None:
        """Takes a typed text; None if typing was cancelled."""

    def _of_lists(self) -> Banner | None:
        """The banner of a list: the fault of the last touch, else that of a file."""
        return notice("trouble", self._fault or next(iter(self.have.faults.values()), ""))

    def _kept(self, keep: Callable[P, None], *given: P.args, **named: P.kwargs) -> bool:
        """Stores or deletes something; returns whether that worked."""
        try:
            keep(*given, **named)
        except OwnersFault as fault:
            self._fault = str(fault)
            return False
        self.have = owned()
        return True


class CardPages(OwnersPages):
    """Tribes, their cards, and the form of one card; with `card` given, only its form."""

    def __init__(self, have: Owned, card: str | None = None) -> None:
        super().__init__(have)
        self.draft: CardDraft | None = None
        self._only = card is not None
        self._typing: Named | None = None
        self._tribe = self._name = ""
        if card is not None:
            self.open_card(card)

    @property
    def _card(self) -> CardDraft:
        assert self.draft is not None
        return self.draft

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, TapSquare) and self.draft is not None:
            self.draft.tap(touch.square, green=self._green)
            return True
        return super().take(touch)

    def show_tribes(self) -> None:
        self._tribe = ""

    def choose_tribe(self, tribe: str) -> None:
        self._tribe = tribe

    def give_up_cards(self) -> None:
        self.given_up = True

    def type_name(self, what: Named) -> None:
        self._typing = what

    def model(self) -> StepModel:
        if self._typing:
            text = str(self._card.table["name"]) if self._typing == "card" else ""
            return StepModel(_("Cards"), editing=(words_of("typed")[self._typing], text), names=True)
        if self.draft is not None:
            return self._choice_model() if self._choosing else self.form(self._fault)
        known, tribe = self.have.facts, self._tribe
        banner = self._of_lists()
        if not tribe:
            own = {name for raw in self.have.sheets.values() for name in raw.get("tribes", {})}
            mine = _("Of your own")
            keys = [
                Button(name, do(self.choose_tribe, id), "plain", "cards", mine if id in own else "")
                for id, name in known.tribes.items()
            ]
            keys.append(Button(_("New tribe"), do(self.type_name, "tribe"), "plain", "plus"))
            back = Button(_("Back"), do(self.give_up_cards), "quiet", "back")
            title, words = _("Cards and their numbers"), _("Which tribe is printed on the card?")
            return StepModel(title, words, banner=banner, keys=tuple(keys), tools=(back,))
        every: list[Zoon | Trump] = [*known.zoons.values(), *known.trumps.values()]
        lines = {
            card.id: card_line(card, known.tribes[tribe] if isinstance(card, Trump) else "")
            for card in every
            if card.tribe == tribe
        }
        keys = [
            Button(known.name(card), do(self.open_card, card), "plain", "pen", line)
            for card, line in lines.items()
        ]
        keys.append(Button(_("New Zoon"), do(self.type_name, "zoon"), "plain", "plus"))
        keys.append(Button(_("New trump"), do(self.type_name, "trump"), "plain", "plus"))
        back = Button(_("Back"), do(self.show_tribes), "quiet", "back")
        return StepModel(known.tribes[tribe], banner=banner, keys=tuple(keys), tools=(back,))

    def open_card(self, card: str) -> None:
        zoon = self.have.facts.zoons.get(card)
        kind: Kind = "trumps" if zoon is None else "zoons"
        id = card if zoon is None else zoon.species
        own = next((raw for raw in self.have.sheets.values() if id in raw.get(kind, {})), None)
        brought = shipped()
        table = copy.deepcopy(deck.spelled_out({kind: {id: (brought if own is None else own)[kind][id]}}))
        names = {name for name, _ in deck.correctable(table)}
        for name, value in self.have.corrections:
            if name in names:
                deck.correct(table, name, value)
        draft = CardDraft(kind, id, table[kind][id], brought[kind][id] if own is None else None)
        draft.face = card
        self._begin(draft)

    def _begin(self, draft: CardDraft) -> None:
        self._tribe = draft.table["tribe"]
        self.draft, self.parts, self._others = draft, (draft,), deck.Sheet()
        # All other cards, printed or added; those that depend on this one do not count against it.
        for raw in (shipped(), *self.have.sheets.values()):
            plain = deck.spelled_out(raw)
            plain[draft.kind] = {k: v for k, v in plain.get(draft.kind, {}).items() if k != draft.id}
            self._others = deck.merged(self._others, exact(plain, deck.Sheet))
        self._picked, self._choosing = "tl" if draft.corners is not None else "force", ""
        self._fresh, self._green = True, False

    def _typed(self, text: str | None) -> None:
        what, self._typing = self._typing, None
        if text is None:
            return
        text = text.strip()
        known = self.have.facts
        if what == "continent":
            id = free_name(self._name, {*known.tribes, *self.have.armies, *self.have.sheets})
            table = {"name": self._name} | ({"continent": free_name(text, ())} if text else {})
            if self._kept(keep_sheet, id, {"tribes": {id: table}}):
                self._tribe = id
        elif not text:
            return
        elif what == "card":
            self._card.put("name", text)
        elif what == "tribe":
            self._name, self._typing = text, "continent"
        else:
            species = {zoon.species for zoon in known.zoons.values()}
            id = free_name(text, {*known.zoons, *known.trumps, *species, "cards", "tribe"})
            kind: Kind = "zoons" if what == "zoon" else "trumps"
            self._begin(CardDraft(kind, id, new_card(kind, text, self._tribe), None, is_new=True))

    def leave_card(self) -> None:
        """Leaves the form; unsaved changes are asked about once."""
        if not self.asks_before_home():
            self.throw_away()

    @property
    def is_changed(self) -> bool:
        return self.draft is not None and self.draft.is_changed

    def asks_before_home(self) -> bool:
        """Whether the form has unsaved changes; it then says so."""
        if self.is_changed:
            self._fault = _("Not saved: touch “Save”, or “Throw away”.")
        return self.is_changed

    def throw_away(self) -> None:
        self.draft, self.parts = None, ()
        self.given_up = self._only

    def save_card(self) -> None:
        draft = self._card
        if draft.fault(self._others) is not None:
            return
        if draft.shipped is not None:
            facts = {name for name, _ in deck.correctable({draft.kind: {draft.id: draft.table}})}
            others = (pair for pair in self.have.corrections if pair[0] not in facts)
            kept = self._kept(keep_corrections, (*others, *draft.corrections()))
        else:
            # An owner's card stays in its sheet; a new one goes into its tribe's.
            holds, sheets = ((draft.kind, draft.id), ("tribes", self._tribe)), self.have.sheets
            names = (n for kind, id in holds for n, raw in sheets.items() if id in raw.get(kind, {}))
            name = next(names, self._tribe)
            raw = dict(sheets.get(name, {}))
            raw[draft.kind] = {**raw.get(draft.kind, {}), draft.id: draft.table}
            kept = self._kept(keep_sheet, name, raw)
        if kept:
            self.throw_away()

    def _choice_model(self) -> StepModel:
        field, draft = self._choosing, self._card
        many, now = field in FIELDS["lists"], draft.value(field)
        pick = self.toggle_value if many else self.choose_value
        chosen = (now or ()) if many else (now or "",)
        offered: Iterable[tuple[Value, str, str]] = choices(field)
        if field == "partners":
            own = (zoon for zoon in self.have.facts.zoons.values() if zoon.tribe == draft.table["tribe"])
            offered = [(name, words, "") for name, words in {z.species: z.name for z in own}.items()]
        elif field == "aim" and draft.value("does") == "shot":
            offered = ((deck.OWN_CAMP, _("Own camp"), ""), ("", _("Squares on its grid"), ""))
        keys = tuple(choice(words, do(pick, one), one in chosen, detail=more) for one, words, more in offered)
        done = Button(_("Done"), do(self.chosen_all), "main", "done")
        return StepModel(words_of("field")[field], keys=keys, tools=(done,))

    def pick_field(self, field: str) -> None:
        self._picked, self._fresh = field, True

    def open_field(self, field: str) -> None:
        if field == "name":
            self._typing = "card"
        else:
            self._choosing = field

    def toggle_value(self, value: Value) -> None:
        """Adds or removes one of several values."""
        held = list(self._card.value(self._choosing) or ())
        taken = [each for each in held if each != value] if value in held else [*held, value]
        self._card.put(self._choosing, taken)

    def chosen_all(self) -> None:
        self._choosing = ""

    def show_face(self, card: str) -> None:
        self._card.face = card

    def paint_green(self, *, green: bool) -> None:
        """Sets whether a tap on the grid makes a green square."""
        self._green = green

    def digit(self, sign: int | str) -> None:
        """Enters a digit; corners take one each, one after the other."""
        draft, field = self._card, self._picked
        if field in CORNERS:
            draft.put(field, sign)
            self._picked = CORNERS[(CORNERS.index(field) + 1) % len(CORNERS)]
        elif isinstance(sign, int):
            # A number that was just picked, or would get too large, starts afresh.
            longer = 10 * (draft.value(field) or 0) + sign
            draft.put(field, sign if self._fresh or longer > MOST.get(field, deck.MOST_CORNER) else longer)
            self._fresh = False

    def choose_value(self, value: Value) -> None:
        field, self._choosing = self._choosing, ""
        self._card.put(field, value)
        if self._card.corners is None and self._picked in CORNERS:
            self._picked = "force"

    def form(self, fault: str) -> StepModel:
        draft = self._card
        wrong = draft.fault(self._others)
        banner = None
        if fault:
            banner = Banner("trouble", fault)
        elif wrong is not None:
            banner = Banner("ask", fault_words(wrong))
        elif draft.shipped is not None and (changed := len(list(draft.corrections()))):
            words = several("{n} fact is not as shipped.", "{n} facts are not as shipped.", changed)
            banner = Banner("calm", words)
        # A second "Back" would lose the changes, so it says "Throw away" then.
        leave = Button(_("Back"), do(self.leave_card), "quiet", "back")
        if draft.is_changed and fault:
            leave = Button(_("Throw away"), do(self.throw_away), "danger", "wrong")
        tools = (
            leave,
            Button(_("Undo"), do(draft.undo_card), "plain", "turn", enabled=bool(draft.before)),
            Button(_("Save"), do(self.save_card), "main", "done", enabled=wrong is None and draft.is_changed),
        )
        # Ten digits, and for a corner the sign that this kind of card may have there.
        digits = [Button(str(digit), do(self.digit, digit), "plain") for digit in DIGITS]
        if self._picked in CORNERS:
            sign = "x" if draft.kind == "trumps" and "as_zoon" not in draft.table else "star"
            digits.append(Button(CORNER_SIGNS[sign], do(self.digit, sign), "plain"))
        rows: list[PageRow] = [KeyPad(tuple(digits), PAD_ACROSS)]
        field = draft.grid_field
        if field in ("moves", "strides"):
            modes = (
                choice(_("Path"), do(self.paint_green, green=False), not self._green),
                choice(_("Green square"), do(self.paint_green, green=True), self._green),
            )
            rows.append(KeyPad(modes, len(modes)))

        def key(field: str, detail: str = "") -> Button:
            value = str(draft.value(field))
            words = CORNER_SIGNS.get(value, value)
            return choice(words, do(self.pick_field, field), self._picked == field, detail=detail)

        card = CardDrawn(
            str(draft.table["tribe"]),
            draft.face,
            tuple(map(key, CORNERS)) if draft.corners is not None else (),
            tuple(key(field, words_of("field")[field]) for field in draft.form.numbers),
            draft.strides if field else None,
            words_of("grid")[field] if field else "",
        )
        rows.append(KeyPad(self._fields(), FIELDS_ACROSS))
        return StepModel(str(draft.table["name"]), banner=banner, tools=tools, rows=tuple(rows), board=card)

    def _fields(self) -> tuple[Button, ...]:
        draft, own = self._card, self._card.shipped is None
        fields = list(draft.form.chosen)
        if draft.kind == "trumps":
            chosen = ("uses", "does", "usable_by", *fields)
            fields = [field for field in chosen if own or field not in FIELDS["printed"]]
        elif own and draft.value("star") in WITH_PARTNERS:
            fields.append("partners")
        fields = ["name", *fields, "confirmed"]
        keys = [Button(_field_words(draft, field), do(self.open_field, field), "plain") for field in fields]
        if draft.kind == "trumps":
            return tuple(keys)
        # The faces of a Zoon; an owner's also with its mirror image.
        cards = list(draft.table["cards"])
        if len(cards) > 1:
            for number, card in enumerate(cards, start=1):
                words = _("Face {number}").format(number=number)
                keys.append(choice(words, do(self.show_face, card), card == draft.face))
        if own and len(cards) < 3:
            words = _("Without mirror image") if len(cards) == 2 else _("With mirror image")
            keys.append(Button(words, do(draft.mirror), "plain"))
        return tuple(keys)


def fault_words(wrong: Mismatch) -> str:
    field = next(part for part in reversed(wrong.path) if not part.startswith("["))
    words = words_of("field").get(field, _("Corner"))
    found = "" if wrong.found in ([], "", NOTHING) else _(", not {found}").format(found=shown(wrong.found))
    return _("{field}: this needs {expected}").format(field=words, expected=wrong.expected) + found


def _field_words(draft: CardDraft, field: str) -> str:
    value = draft.value(field)
    offered = {str(choice): words for choice, words, _more in choices(field)}
    if isinstance(value, list | tuple) or field in ("usable_by", "of"):
        shown = ", ".join(offered.get(str(each), str(each)) for each in value or ()) or _("any")
    elif field == draft.grid_field:
        shown = _("on its grid")
    elif field in ("confirmed", "blocks"):
        shown = _("yes") if value else _("no")
    else:
        shown = offered.get(str(value or ""), str(value or _("none")))
    return _("{field}: {value}").format(field=words_of("field")[field], value=shown)
