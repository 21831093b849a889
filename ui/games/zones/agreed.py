"""What is agreed before a game of ZoneS besides its options: which rosters are played with, and armies by cost."""

from collections import Counter

from companion.game import Setup, SetupFault, Value
from companion.games.zones.pieces import SET, Facts, army, breaches, facts, written
from companion.games.zones.state import ARMIES, POINTS, SIDES
from ui.faces.face import with_owners
from ui.games.zones.rosters import OURS, Pairs, kept_roster
from ui.games.zones.words import limit_words, named, piece_words
from ui.pages.agreement import Draft, agree
from ui.present.desk_touches import Goto
from ui.present.models import Banner, Button, OptionRow, Tile, choice
from ui.present.steps import StepModel, Tiles
from ui.words import _, several

ARMY = "army:"
"""The page on which a seat puts its army together begins so; the seat's number follows."""


def roster_row(chosen: Pairs) -> OptionRow:
    """Which rosters: our reading, which is not official, or what the owner entered; and the way to enter them."""
    kept = kept_roster()
    ours = bool(chosen) or not (kept.is_own or kept.fault)
    told = agree(Draft.with_facts, OURS if kept.is_own or kept.fault else ())
    found = [choice(_("Our reading, not official"), told, ours)]
    if kept.is_own:
        found.append(choice(_("As on our cards"), agree(Draft.with_facts, ()), not ours))
    found.append(Button(_("Enter cards"), Goto("roster"), "quiet", "pen"))
    fault = f" · {kept.fault}" if kept.fault else ""
    return OptionRow(_("How the pieces move and what terrain they like") + fault, tuple(found))


def roster_key(chosen: Pairs) -> Button | None:
    """Says that our reading is played, and leads to where owners of the cards enter them."""
    if not chosen and kept_roster().is_own:
        return None
    return Button(_("Pieces move by our reading, not official. Enter cards"), Goto("roster"), "quiet", "pen")


def army_key(draft: Draft, seat: int) -> Button:
    """A seat's army on the page of the seats, which leads to its own page."""
    chosen = part_of(draft.value(ARMIES), seat)
    words = _("The ten of the set") if chosen == SET else army_words(without_armies(draft), chosen)
    return Button(words, agree(Draft.on_page, f"{ARMY}{seat}"), "plain" if chosen == SET else "main", "cards")


def without_armies(draft: Draft) -> Setup:
    """What is agreed besides armies that are being put together, right or wrong."""
    options = tuple(pair for pair in draft.options if pair[0] != ARMIES.name)
    setup = Setup(draft.seats, options, (), draft.facts)
    try:
        return with_owners(draft.game, setup)
    except SetupFault:
        return setup


def army_words(setup: Setup, text: str) -> str:
    """An army in a line: how many pieces, what they cost."""
    known = facts(setup.facts)
    count = _counted(known, text)
    pieces = several("{n} piece", "{n} pieces", count.total())
    points = several("{n} point", "{n} points", _cost(known, count))
    return f"{pieces}, {points}"


def army_page(draft: Draft, seat: int) -> StepModel:
    """The page on which a seat puts its army together: pieces, every broken limit, and keys."""
    setup, value = without_armies(draft), draft.value(ARMIES)
    known, text = facts(setup.facts), part_of(value, seat)
    side, most = _side(setup, seat), setup.option(POINTS.name, POINTS.default)
    assert isinstance(most, int)
    count = _set(known, side) if text == SET else _counted(known, text)
    tiles = tuple(
        Tile(
            piece_words(known.kinds[name].name) + (f" ×{count[name]}" if count[name] else ""),
            agree(army_changed, seat, name, 1),
            detail=named("class", known.kinds[name].category),
            before=str(known.kinds[name].cost),
            lit=count[name] > 0,
            less=agree(army_changed, seat, name, -1) if count[name] else None,
        )
        for name in known.of_side(side)
    )
    broken = () if text == SET else tuple(breaches(known, side, most, count))
    fault = Banner("trouble", " ".join(limit_words(each) for each in broken)) if broken else None
    title = _("{cost} of {most} points").format(cost=_cost(known, count), most=most)
    as_set = Button(_("As the set"), agree(army_changed, seat, "", 0), "quiet", "back")
    done = Button(_("Done"), agree(Draft.on_page, "seats"), "main", "done", enabled=not broken)
    return StepModel(title, banner=fault, tools=(as_set, done), rows=(Tiles(tiles),))


def army_faults(draft: Draft) -> str:
    """Every limit that an army breaks, by whose it is; nothing where all can be played."""
    setup, value = without_armies(draft), draft.value(ARMIES)
    known, most = facts(setup.facts), setup.option(POINTS.name, POINTS.default)
    assert isinstance(most, int)
    found = []
    for seat in range(draft.seats):
        text = part_of(value, seat)
        if text != SET:
            broken = breaches(known, _side(setup, seat), most, _counted(known, text))
            found += [f"{draft.name_of(seat)}: {limit_words(each)}" for each in broken]
    return " ".join(found)


def swapped(value: Value) -> str:
    return f"{part_of(value, 1)},{part_of(value, 0)}"


def part_of(value: Value, seat: int) -> str:
    parts = str(value).split(",")
    return parts[seat] if seat < len(parts) else SET


def army_changed(draft: Draft, seat: int, piece: str, more: int) -> Draft:
    """With so many more of a piece in a seat's army; without a piece that seat has the set again."""
    setup, value = without_armies(draft), draft.value(ARMIES)
    known, side = facts(setup.facts), _side(setup, seat)
    parts = [part_of(value, 0), part_of(value, 1)]
    count = _set(known, side) if parts[seat] == SET else _counted(known, parts[seat])
    text = ""
    if piece:
        count[piece] = max(0, count[piece] + more)
        text = "+".join(f"{name}*{count[name]}" for name in known.of_side(side) if count[name])
    parts[seat] = SET if not piece or count == _set(known, side) else text or f"{piece}*0"
    return draft.with_value(ARMIES.name, ",".join(parts))


def _side(setup: Setup, seat: int) -> str:
    return str(setup.option(SIDES.name, SIDES.default)).split(",")[seat]


def _set(known: Facts, side: str) -> Counter[str]:
    try:
        return Counter(army(known, side, 0, SET))
    except SetupFault:
        return Counter()


def _counted(known: Facts, text: str) -> Counter[str]:
    """The pieces that an army's text names and the rosters hold."""
    try:
        return Counter({name: n for name, n in written(text).items() if name in known.kinds and n})
    except SetupFault:
        return Counter()


def _cost(known: Facts, count: Counter[str]) -> int:
    return sum(known.kinds[name].cost * n for name, n in count.items())
