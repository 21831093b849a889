"""Who sits where: the people who played here before, picked by one touch, with the tribe and colour they had last."""

from collections.abc import Sequence
from dataclasses import replace

from companion.game import Choice, Option, Seat
from companion.search import LEVELS
from ui.faces.registry import face_of
from ui.owned.settings import Person
from ui.owned.tribes import is_of_tribes, own_choices
from ui.pages.draft import Agree, Draft, Typing, agree, by_seat, default_name
from ui.present.models import Banner, Button, Tile
from ui.present.personas import level_words
from ui.present.steps import StepModel, Tiles
from ui.words import _

PIECE_COLOURS = frozenset({"red", "blue", "green", "yellow", "black", "white"})
"""Choices that are the colour of a piece."""
WHO = "who:"
"""The page of who sits at a seat begins so; the seat follows."""
BOX = "box:"
"""The page of whether the box plays a seat begins so; the seat follows."""
MOST_SHOWN, MOST_LETTERS = 12, 14


def name_touch(seat: Seat, people: Sequence[Person]) -> Agree:
    """What a touch on a seat's name asks for: who sits there, where anybody is known; else the name is typed."""
    return agree(Draft.on_page, f"{WHO}{seat}") if people else agree(typing_name, seat)


def typing_name(draft: Draft, seat: Seat) -> Draft:
    words = _("Name of player {number}, at most {most} letters")

    def told(text: str) -> Draft:
        names = (*draft.names[:seat], text[:MOST_LETTERS], *draft.names[seat + 1 :])
        return replace(draft, names=names, page="seats")

    title = words.format(number=seat + 1, most=MOST_LETTERS)
    return replace(draft, typing=Typing(title, draft.names[seat], told))


def who_model(draft: Draft, people: Sequence[Person]) -> StepModel:
    """The people who may sit at a seat, the last first; whoever sits at another is faint: the two would change."""
    seat = int(draft.page.removeprefix(WHO))
    here = draft.names[seat].casefold()
    others = {name.casefold() for name in draft.names} - {here}
    tiles = []
    for person in people[:MOST_SHOWN]:
        name, had = person.name.casefold(), [_last(option, person) for option in draft.game.options]
        detail = next((_(choice.words) for choice in had if choice is not None), "")
        touch = agree(seated, seat, person)
        tiles.append(Tile(person.name, touch, detail=detail, lit=name == here, faded=name in others))
    buttons = (
        Button(_("Back"), agree(Draft.on_page, "seats"), "quiet", "back"),
        Button(_("New name"), agree(typing_name, seat), "main", "pen"),
    )
    return StepModel(default_name(seat), tools=buttons, rows=(Tiles(tuple(tiles)),))


def box_key(draft: Draft, seat: Seat) -> Button:
    """Whether a person or the box plays a seat, and how well; touched, it leads to the page of both."""
    level = draft.box_seats.get(seat)
    words = _("Person") if level is None else _("Box: {level}").format(level=level_words(level)[0])
    return Button(words, agree(Draft.on_page, f"{BOX}{seat}"), "plain" if level is None else "chosen")


def box_model(draft: Draft) -> StepModel:
    """Who plays a seat: a person, or the box at one of its levels."""
    seat = int(draft.page.removeprefix(BOX))
    now, persona = draft.box_seats.get(seat), face_of(draft.game).persona
    tiles = [Tile(_("A person"), agree(Draft.played_by_box, seat, ""), lit=now is None)]
    for level in LEVELS:
        name, detail = level_words(level)
        touch = agree(Draft.played_by_box, seat, level.name)
        tiles.append(Tile(name, touch, detail=detail, lit=level == now))
    about = _("{name}: {words}").format(name=persona.name, words=_(persona.temper))
    how = _("It says its moves and throws its dice; you lay its cards.")
    back = Button(_("Back"), agree(Draft.on_page, "seats"), "quiet", "back")
    title = default_name(seat)
    return StepModel(title, banner=Banner("calm", about, how), tools=(back,), rows=(Tiles(tuple(tiles)),))


def _last(option: Option, person: Person) -> Choice | None:
    """What somebody had last of an option that each seat chooses for itself, a tribe or a colour; None without any."""
    wanted = person.tribe if is_of_tribes(option) else person.colour if is_of_colours(option) else ""
    choices = (*option.choices, *own_choices(option)) if option.each_seat and wanted else ()
    return next((choice for choice in choices if str(choice.value) == wanted), None)


def is_of_colours(option: Option) -> bool:
    return option.each_seat and {choice.value for choice in option.choices} == PIECE_COLOURS


def seated(draft: Draft, seat: Seat, person: Person) -> Draft:
    """With somebody at a seat, and the tribe or colour had last where nobody else has it; who sat there changes."""
    names = list(draft.names)
    box = list(by_seat(draft.box, draft.seats))
    for other, name in enumerate(names):
        if name.casefold() == person.name.casefold():
            names[other], box[other] = names[seat], box[seat]
    names[seat], box[seat] = person.name, ""
    draft = replace(draft, names=tuple(names), page="seats", box=tuple(box))
    for option in draft.game.options:
        last = _last(option, person)
        taken = [part for other, part in enumerate(str(draft.value(option)).split(",")) if other != seat]
        if last is not None and str(last.value) not in taken:
            draft = draft.for_seat(option, seat, str(last.value))
    return draft


def first_names(people: Sequence[Person], seats: int) -> tuple[str, ...]:
    """The names that a first agreement begins with: of those who played last, if so many are known."""
    known = tuple(person.name for person in people[:seats])
    return known if len(known) == seats else ("",) * seats


def people_of(draft: Draft) -> tuple[Person, ...]:
    """Who sits where, by name, with what they chose; nobody for a seat without a name."""
    found = []
    for seat, name in enumerate(draft.names):
        if not name.strip() or seat in draft.box_seats:
            continue
        tribe = colour = ""
        for option in draft.game.options:
            parts = str(draft.value(option)).split(",")
            if option.each_seat and seat < len(parts):
                tribe = parts[seat] if is_of_tribes(option) else tribe
                colour = parts[seat] if is_of_colours(option) else colour
        found.append(Person(name=name.strip(), tribe=tribe, colour=colour))
    return tuple(found)
