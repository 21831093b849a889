"""Who plays, with which options, and where pictures come from: what is agreed before a game, as a plain model."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Choice, Game, Option, Setup, SetupFault, Value
from companion.sight import place_of
from ui.box.opening import BY_TOUCH, SIMULATED
from ui.faces.registry import face_of
from ui.owned.settings import Person
from ui.owned.tribes_agreed import is_of_tribes, own_choices
from ui.pages.coach_agreed import COACH, coach_page, coach_row
from ui.pages.draft import Draft, Typing, agree, option_of
from ui.pages.face import page_face
from ui.pages.seating import BOX, PIECE_COLOURS, WHO, box_key, box_model, is_of_colours, name_touch, who_model
from ui.present.card_facts import CardFacts, card_facts
from ui.present.desk_touches import Goto, PageBack, Start
from ui.present.models import Banner, Button, OptionRow, SeatColumn, SeatsModel, Tile
from ui.present.sides import side_of
from ui.present.touches import do
from ui.words import _, homonym, marked, several

TOUCH = Choice(BY_TOUCH, marked("No camera: by touch"))
MANY = "many:"
"""The page of an option of many choices begins so; the option's name follows."""


def seats_model(
    draft: Draft, sources: Sequence[Choice], people: Sequence[Person], draw: Callable[[str], object]
) -> SeatsModel:
    """Both pages of the agreement, the seats and the options, or one of the game's own.

    `draw`: chooses of an option of many by chance.
    """
    face, fault = page_face(draft.game), None
    try:
        draft.setup()
        if len(draft.box_seats) == draft.seats:
            fault = Banner(
                "trouble", _("Somebody has to lay the cards: at least one player must be a person.")
            )
    except SetupFault as problem:
        fault = Banner("trouble", face.setup_fault(draft, problem) or needed_words(problem))
    shared = [option for option in draft.game.options if not option.each_seat]
    has_camera = any(choice.value != SIMULATED for choice in sources)
    views = tuple(
        Button(
            _(choice.words),
            agree(Draft.seen_by, str(choice.value)),
            "chosen" if choice.value == draft.source else "plain",
        )
        for choice in (*sources, *((TOUCH,) if face.by_touch else ()))
        if has_camera
    )
    own = face.agreement_page(draft)
    if own is not None:
        return own
    many = next((option for option in draft.game.options if draft.page == MANY + option.name), None)
    if many is not None:
        return choosing_many(draft, many, draw)
    if draft.page.startswith(WHO):
        return who_model(draft, people)
    if draft.page.startswith(BOX):
        return box_model(draft)
    if draft.page == COACH:
        return coach_page(draft)
    rules = Button(_("Rules agreed"), agree(Draft.on_page, "options"), "plain", "list")
    start = Button(
        homonym("key that begins the game", "Start"), Start(), "main", "play", enabled=fault is None
    )
    return SeatsModel(
        draft.page,
        _(draft.game.name),
        tuple(_column(draft, seat, people) for seat in range(draft.seats)),
        (coach_row(draft), *face.fact_rows(draft.facts), *(option_row(draft, option) for option in shared)),
        views,
        fault,
        (
            Button(_("Back"), PageBack(), "quiet", "back"),
            Button(_("Home"), Goto("home"), "quiet", "home"),
            *((rules,) if draft.page == "seats" else ()),
            start,
        ),
        counts=_counts(draft),
        facts=face.facts_key(draft.facts),
    )


def needed_words(problem: SetupFault) -> str:
    """What a set-up needs and has not; what names a file and its line says that by itself."""
    if type(problem) is not SetupFault:
        return str(problem)
    found = str(problem.found) or _("nothing")
    return _("Needed: {expected}. Chosen: {found}.").format(expected=problem.expected, found=found)


def source_for(game: Game[Any], source: str, known: Sequence[str]) -> str:
    """The source that a game begins with: without a camera by touch alone, where it has screens for that."""
    if face_of(game).by_touch:
        return BY_TOUCH if source == SIMULATED else source
    return (known[0] if known else SIMULATED) if source == BY_TOUCH else source


def _counts(draft: Draft) -> tuple[Button, ...]:
    """How many play, where the game leaves that open."""
    if len(draft.game.seats) < 2:
        return ()
    return tuple(
        Button(
            several("{n} player", "{n} players", seats),
            agree(Draft.with_seats, seats),
            "chosen" if seats == draft.seats else "plain",
        )
        for seats in draft.game.seats
    )


def choosing_many(draft: Draft, option: Option, draw: Callable[[str], object]) -> SeatsModel:
    """All choices of an option of many as tiles, how many are taken, and the ways to let the box choose."""
    taken = draft.many(option)
    full = len(taken) >= option.many
    shown = []
    for choice in option.choices:
        facts = card_facts(draft.game, Setup(draft.seats), str(choice.value))
        words, detail = choice_words(choice, facts)
        chosen = str(choice.value) in taken
        shown.append(
            Tile(
                words,
                agree(Draft.toggled, option.name, str(choice.value)),
                detail=detail,
                before="" if facts.cost is None else str(facts.cost),
                lit=chosen,
                faded=full and not chosen,
            )
        )
    complete = len(taken) in (0, option.many)
    how_many = _("{n} of {all} chosen").format(n=len(taken), all=option.many)
    return SeatsModel(
        draft.page,
        how_many,
        (),
        (),
        (),
        None,
        (
            Button(_("As the set"), agree(Draft.with_value, option.name, ""), "quiet", "back"),
            Button(_("By chance"), do(draw, option.name), "plain", "turn"),
            Button(_("Done"), agree(Draft.on_page, "options"), "main", "done", enabled=complete),
        ),
        tiles=tuple(shown),
    )


def choice_words(choice: Choice, facts: CardFacts) -> tuple[str, str]:
    """A choice's name and its second line."""
    name, _dot, more = _(choice.words).partition(" · ")
    return (name, more) if facts.cost is None else (facts.name, facts.gloss)


def _column(draft: Draft, seat: int, people: Sequence[Person]) -> SeatColumn:
    name = Button(draft.name_of(seat), name_touch(seat, people), "plain", "pen", seat=seat)
    rows = []
    for option in draft.game.options:
        if option.each_seat:
            parts = str(draft.value(option)).split(",")
            chosen = parts[seat] if seat < len(parts) else ""
            key = page_face(draft.game).seat_key(draft, option, seat)
            rows.append(OptionRow(_(option.words), (key,)) if key else _choices(option, chosen, seat))
    return SeatColumn(seat, name, box_key(draft, seat), tuple(rows), _where(draft, seat))


def _where(draft: Draft, seat: int) -> str:
    """On which side of the table a seat sits, where there are more than two and each has places of its own."""
    if draft.seats <= 2:
        return ""
    try:
        table = draft.game.table(Setup(draft.seats))
    except SetupFault:
        return ""
    if not any(place_of(region.name).seat == seat for region in table.regions):
        return ""
    known = {
        "near": _("in front of the screen"),
        "left": _("at the left side"),
        "far": _("across the table"),
        "right": _("at the right side"),
    }
    return known[side_of(table, seat)]


def option_row(draft: Draft, option: Option) -> OptionRow:
    """An option that all seats share, with its choices."""
    value = draft.value(option)
    if option.many:
        return _many_row(draft, option)
    if option.choices:
        return _choices(option, value, None)
    text = Button(str(value) or _("none"), agree(typing_option, option.name), "plain", "pen")
    return OptionRow(_(option.words), (), text)


def typing_option(draft: Draft, name: str) -> Draft:
    """What is typed of an option without choices."""
    option = option_of(draft.game, name)
    title, text = _(option.words), str(draft.value(option))
    return replace(draft, typing=Typing(title, text, lambda text: draft.with_value(name, text)))


def with_choice(draft: Draft, name: str, seat: int | None, value: Value) -> Draft:
    """With a choice of an option; `seat`: for that seat alone. A game may change more with it."""
    after = (
        draft.with_value(name, value)
        if seat is None
        else draft.for_seat(option_of(draft.game, name), seat, value)
    )
    return page_face(draft.game).chosen(draft, after)


def _many_row(draft: Draft, option: Option) -> OptionRow:
    """What was taken of an option of many, by name; touched, it leads to the page of all."""
    words = {str(choice.value): _(choice.words).partition(" · ")[0] for choice in option.choices}
    taken = draft.many(option)
    said = ", ".join(words.get(value, value) for value in taken) or _("none")
    text = Button(said, agree(Draft.on_page, MANY + option.name), "chosen" if taken else "plain", "cards")
    return OptionRow(_(option.words), (), text)


def piece_colours(game: Game[Any], seats: int, value: Callable[[Option], Value]) -> tuple[str, ...]:
    """The colour of each seat's piece; none where seats play no piece of one colour. `value`: what an option has."""
    for option in game.options:
        if is_of_colours(option):
            return tuple(str(value(option)).split(","))[:seats]
    return ()


def _choice_icon(option: Option, choice: Choice) -> str:
    """What stands beside a choice: the face of a tribe's deck, or the colour of a piece."""
    if is_of_tribes(option):
        return f"face:{choice.value}" if choice in option.choices else ""
    return f"swatch:{choice.value}" if option.each_seat and choice.value in PIECE_COLOURS else ""


def _choices(option: Option, chosen: Value, seat: int | None) -> OptionRow:
    buttons = tuple(
        Button(
            _(choice.words),
            agree(with_choice, option.name, seat, choice.value),
            "chosen" if choice.value == chosen else "plain",
            icon=_choice_icon(option, choice),
        )
        for choice in (*option.choices, *own_choices(option))
    )
    if is_of_tribes(option):
        buttons += (Button(_("Build a tribe"), Goto("tribes"), "quiet", "pen"),)
    return OptionRow(_(option.words), buttons)
