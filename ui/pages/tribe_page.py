"""Building tribes on the screen: a list, the builder, and the cards with their numbers.

Rule kept: nothing is written before “Save”; no change is left without asking.
"""

from collections.abc import Callable
from typing import get_args

import msgspec

from companion.games.zoon.family import tribes
from companion.games.zoon.family.deck import Army, Format, Type
from ui.box.eyes import card_faces
from ui.owned.tribe_words import card_names, format_words, limit_words, mend_words, sentence, words_of
from ui.owned.tribes import forget_army, free_name, keep_army, numbered, owned
from ui.pages.card_page import CardPages, OwnersPages, card_line, mini_card
from ui.present.models import Banner, Button, Counted, Gauge, PageRow, StepModel, choice, notice
from ui.present.touches import Do, LeaveSteps, Touch, do
from ui.words import _, several

MINE, TRUMPS = "mine", "trumps"
TYPES: tuple[Type, ...] = get_args(Type)
TABS = (MINE, *TYPES, TRUMPS)
MOST_MENDS = 3
DECIDED = ("show_list", "save_and_leave", "throw_away", "save_card")
"""Answers about unsaved work that continue the way home."""


class TribePages(OwnersPages):
    """The pages of tribes, beginning with the list of built ones."""

    def __init__(self) -> None:
        super().__init__(owned())
        self.faces = card_faces()
        self._page: Callable[[], StepModel] = self._list_model
        self._id = ""
        self._army = Army(())
        self._before: list[Army] = []
        self._saved: Army | None = None
        self._tab = MINE
        self._cards: CardPages | None = None
        self._homeward = False

    def take(self, touch: Touch) -> bool:
        homeward, self._homeward = self._homeward, False
        if self._cards is not None and self._page != self._leaving_model:
            taken = self._cards.take(touch)
            if self._cards.given_up:
                self._cards, self.have = None, owned()
        else:
            taken = super().take(touch)
        decided = isinstance(touch, Do) and touch.method.__name__ in DECIDED
        self.given_up = (
            homeward and decided and self._page != self._leaving_model and not self.asks_before_home()
        )
        return taken

    def model(self) -> StepModel:
        if self._cards is not None and self._page != self._leaving_model:
            return self._cards.model()
        return self._page()

    def _list_model(self) -> StepModel:
        known, keys = self.have.facts, list[Button]()
        for id, army in self.have.armies.items():
            sums, broken = tribes.totals(army, known), len(tribes.limits(army, known))
            zoons = several("{n} Zoon", "{n} Zoons", sums.zoons)
            parts = [format_words(army.format), zoons, several("{n} point", "{n} points", sums.points)]
            if broken:
                parts.append(several("{n} limit broken", "{n} limits broken", broken))
            keys.append(Button(army.name or id, do(self.open_tribe, id), "plain", "cards", " · ".join(parts)))
        new = Button(_("New tribe"), do(self.new_tribe), "plain" if keys else "main", "plus")
        numbers = Button(
            _("Cards and their numbers"), do(self.edit_cards), "plain", "pen",
            _("Correct what is different on your printed card, or enter cards of a tribe that is missing here."),
        )  # fmt: skip
        back = Button(_("Back"), LeaveSteps(), "quiet", "back")
        return StepModel(_("Tribes"), banner=self._of_lists(), keys=(*keys, new, numbers), tools=(back,))

    def _format_model(self) -> StepModel:
        whole = words_of("format-whole")
        chosen = self._saved is not None or bool(self._before) or bool(self._army.zoons)
        now = self._army.format if chosen else ""
        keys = tuple(
            choice(format_words(each), do(self.choose_format, each), each == now, "cards", whole[each])
            for each in tribes.FORMATS
        )
        back = Button(_("Back"), do(self.show_more) if chosen else do(self.show_list), "quiet", "back")
        return StepModel(_("Format"), keys=keys, tools=(back,))

    def _base_model(self) -> StepModel:
        known = self.have.facts
        keys = [Button(_("Nothing"), do(self.begin_from, ""), "plain", "plus", _("An empty tribe."))]
        for tribe, name in known.tribes.items():
            if known.own_twelve(tribe):
                keys.append(Button(name, do(self.begin_from, tribe), "plain", "cards", _("As it is sold.")))
        back = Button(_("Back"), do(self.new_tribe), "quiet", "back")
        return StepModel(_("Begin with"), keys=tuple(keys), tools=(back,))

    def _build_model(self) -> StepModel:
        tools = (
            Button(_("Back"), do(self.leave), "quiet", "back"),
            Button(_("Undo"), do(self.undo), "plain", "turn", enabled=bool(self._before)),
            Button(_("More"), do(self.show_more), "plain", "menu"),
            Button(_("Save"), do(self.save), "main", "done", enabled=self._is_changed),
        )
        army, broken = self._army, self._broken()
        sums = tribes.totals(army, self.have.facts)
        gauges = (
            Gauge(_("Points"), sums.points, tribes.MOST_POINTS),
            Gauge(_("Force"), sums.spent, tribes.MOST_FORCE),
            Gauge(_("Stars"), sums.stars, tribes.MOST_STARS),
        )
        none = _("There is no such card.")
        # An empty tab says what to do next.
        if self._tab == MINE:
            none = _("No card yet: choose a type, then touch +.")
        names = {MINE: _("Chosen"), TRUMPS: _("Trumps"), **words_of("many-of-type")}
        if not broken:
            # Remarks on a valid tribe: the price of its stars, and cards beyond one box.
            known, said = self.have.facts, []
            if sums.paid:
                price = several(
                    "One star beyond three costs {n} force.", "Stars beyond three cost {n} force.", sums.paid
                )
                said.append(price)
            if lacking := tribes.more_than_printed(army, known):
                cards = [card for card, (needs, has) in lacking.items() for _n in range(needs - max(has, 0))]
                said.append(_("More than one box holds: {names}.").format(names=card_names(cards, known)))
            broken = [Banner("good", _("This tribe can be played."), " ".join(said))]
        return StepModel(
            f"{army.name} · {format_words(army.format)}",
            banner=notice("trouble", self._fault),
            tools=tools,
            tabs=tuple(choice(names[tab], do(self.show_tab, tab), tab == self._tab) for tab in TABS),
            rows=(gauges, *(tuple(map(self._row, self._cards_of(self._tab))) or (none,))),
            aside=tuple(broken),
        )

    def _cards_of(self, tab: str) -> list[str]:
        """The cards of a tab, dearest first: the tribe's own, or all of a type that its format allows."""
        army, zoons, trumps = self._army, self.have.facts.zoons, self.have.facts.trumps

        def order(card: str) -> tuple[int, int, str]:
            return TYPES.index(zoons[card].type), -zoons[card].value, card

        if tab == MINE:
            return [*sorted(set(army.zoons), key=order), *sorted(set(army.trumps))]
        # A tribal format allows cards of the first card's home; any card while there is none.
        here, known = tribes.home(army, self.have.facts), self.have.facts
        every = (*zoons, *trumps)
        allowed = [card for card in every if not here or tribes.origin(card, known, army.format) == here]
        if tab == TRUMPS:
            found = [card for card in allowed if card in trumps]
            return sorted(found, key=lambda card: (trumps[card].tribe, trumps[card].force))
        of_type = [card for card in allowed if card in zoons and zoons[card].type == tab]
        return sorted(of_type, key=lambda card: (zoons[card].tribe, *order(card)))

    def _row(self, card: str) -> Counted:
        """A card with its distinguishing facts: corners (the only ones of mirror images), worth, effect."""
        army, known = self._army, self.have.facts
        found = known.zoons.get(card) or known.trumps[card]
        is_tribal = army.format == "tribal" and (bool(army.zoons) or card in known.trumps)
        line = card_line(found, "" if is_tribal else known.tribes[found.tribe])
        count = (*army.zoons, *army.trumps).count(card)
        picture = mini_card(found.tribe, card, found.corners)
        touches = do(self.edit_card, card), do(self.less_card, card), do(self.add_card, card)
        return Counted(picture, known.name(card), line, count, *touches)

    def _broken(self) -> list[PageRow]:
        """Every broken limit with remedies; first a remedy for all if there are several."""
        army, known = self._army, self.have.facts
        found, sums = tribes.limits(army, known), tribes.totals(army, known)
        mending, rows = tribes.Mending(army, known), list[PageRow]()
        whole = mending.all() if len(found) > 1 else None
        if whole is not None:
            words = several("{n} limit broken", "{n} limits broken", len(found))
            rows += [Banner("refuse", words), self._mend(whole)]
        for limit in found:
            rows.append(Banner("refuse", limit_words(limit, sums, known)))
            rows += map(self._mend, mending.of(limit)[:MOST_MENDS])
        return rows

    def _mend(self, mend: tribes.Mend) -> Button:
        words = sentence(mend_words(mend, self.have.facts)).rstrip(".")
        return Button(words, do(self.take_mend, mend), "main" if mend.whole else "plain")

    def _more_model(self) -> StepModel:
        keys = (
            Button(_("Name"), do(self.rename), "plain", "pen", self._army.name),
            Button(_("Format"), do(self.show_formats), "plain", "cards", format_words(self._army.format)),
            Button(_("Duplicate"), do(self.duplicate), "plain", "plus", _("Go on with a copy.")),
            Button(_("Delete"), do(self.delete_tribe), "danger", "wrong"),
        )
        return self._of_army("", keys, Button(_("Back"), do(self.build), "quiet", "back"))

    def _name_model(self) -> StepModel:
        return StepModel(_("Tribes"), editing=(_("Name of the tribe"), self._army.name), names=True)

    def _leaving_model(self) -> StepModel:
        keys = (
            Button(_("Save"), do(self.save_and_leave), "main", "done"),
            Button(_("Leave without saving"), do(self.show_list), "danger", "wrong"),
            Button(_("Go on building"), do(self.build), "plain", "back"),
        )
        with_card = self._cards is not None
        words = _("Neither the tribe nor the card is saved yet") if with_card else _("Not saved yet")
        return self._of_army(words, keys)

    def _deleting_model(self) -> StepModel:
        keys = (
            Button(_("Delete"), do(self.really_delete_tribe), "danger", "wrong"),
            Button(_("Keep"), do(self.show_more), "main", "back"),
        )
        return self._of_army(_("Delete {name}?").format(name=self._army.name), keys)

    def _of_army(self, words: str, keys: tuple[Button, ...], *tools: Button) -> StepModel:
        return StepModel(
            self._army.name, words, banner=notice("trouble", self._fault), keys=keys, tools=tools
        )

    @property
    def _is_changed(self) -> bool:
        return self._army != self._saved

    def new_tribe(self) -> None:
        self._begin(Army(()))
        self._page = self._format_model

    def open_tribe(self, id: str) -> None:
        army = self.have.armies[id]
        self._begin(army if army.name else msgspec.structs.replace(army, name=id), id, army)

    def edit_cards(self) -> None:
        self._cards = CardPages(self.have)

    def edit_card(self, card: str) -> None:
        self._cards = CardPages(self.have, card)

    def show_list(self) -> None:
        self.have, self._page, self._cards = owned(), self._list_model, None

    def show_formats(self) -> None:
        self._page = self._format_model

    def choose_format(self, format: Format) -> None:
        army = msgspec.structs.replace(self._army, format=format)
        if army.name:
            self._change(army)
            self._page = self._build_model
        else:
            self._army, self._page = army, self._base_model

    def begin_from(self, tribe: str) -> None:
        """Begins with a tribe as sold, or with an empty one for an unknown name."""
        known = self.have.facts
        name = known.tribes.get(tribe, "")
        names = [army.name for army in self.have.armies.values()]
        title = _("My {tribe}").format(tribe=name) if name else _("My tribe")
        cards = (known.own_twelve(tribe), known.own_trumps(tribe)) if tribe else ((), ())
        self._begin(Army(*cards, numbered(title, names), self._army.format))

    def _begin(self, army: Army, id: str = "", saved: Army | None = None) -> None:
        self._id, self._army, self._saved, self._before = id, army, saved, []
        self._page, self._tab = self._build_model, MINE if army.zoons else TYPES[0]

    def show_tab(self, tab: str) -> None:
        self._tab = tab

    def add_card(self, card: str) -> None:
        self.take_mend(tribes.Mend(put=(card,)))

    def less_card(self, card: str) -> None:
        if card in (*self._army.zoons, *self._army.trumps):
            self.take_mend(tribes.Mend(out=(card,)))

    def take_mend(self, mend: tribes.Mend) -> None:
        self._change(tribes.changed(self._army, mend, self.have.facts))

    def undo(self) -> None:
        if self._before:
            self._army = self._before.pop()

    def _change(self, army: Army) -> None:
        if army != self._army:
            self._before.append(self._army)
            self._army = army

    def build(self) -> None:
        self._page = self._build_model

    def show_more(self) -> None:
        self._page = self._more_model

    def rename(self) -> None:
        self._page = self._name_model

    def _typed(self, text: str | None) -> None:
        self._page = self._build_model
        if text is not None and text.strip():
            self._change(msgspec.structs.replace(self._army, name=text.strip()))

    def delete_tribe(self) -> None:
        self._page = self._deleting_model

    def duplicate(self) -> None:
        names = [self._army.name, *(army.name for army in self.have.armies.values())]
        self._begin(msgspec.structs.replace(self._army, name=numbered(self._army.name, names)))

    def really_delete_tribe(self) -> None:
        if not self._id or self._kept(forget_army, self._id):
            self.show_list()

    def leave(self) -> None:
        if self._is_changed:
            self._page = self._leaving_model
        else:
            self.show_list()

    def save(self) -> None:
        taken = {*self.have.facts.tribes, *self.have.armies, *(file.stem for file in self.have.faults)}
        id = self._id or free_name(self._army.name, taken)
        if self._kept(keep_army, id, self._army):
            self._id, self._saved = id, self._army

    def save_and_leave(self) -> None:
        if self._cards is not None:
            self._cards.save_card()
            if self._cards.is_changed:
                self._page = self._build_model  # the form says what is still wrong with the card
                return
            self._cards = None
        self.save()
        if not self._fault:
            self.show_list()

    def asks_before_home(self) -> bool:
        """Whether there is unsaved work; the page then says so, and people decide."""
        is_building = self._page not in (self._list_model, self._leaving_model)
        if is_building and self._is_changed and self._army.name:
            if self._cards is not None and not self._cards.is_changed:
                self._cards = None
            self._page, self._homeward = self._leaving_model, True
        else:
            self._homeward = self._cards is not None and self._cards.asks_before_home()
        return self._homeward

    def way_back(self) -> Touch:
        tools = self.model().tools
        return tools[0].action if tools else do(self.build)
