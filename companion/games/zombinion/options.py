"""What may be agreed before a game of Zombinion: who knows the cards, which ten kinds, and who begins."""

from companion.game import Choice, Option, Setup, SetupFault, Value
from companion.games.zombinion.cards import Cards, cards, combat
from companion.language import _, marked, one_of

SETS: dict[str, tuple[str, ...]] = {
    "first-game": (
        "barricata", "copertura", "esca", "fucile-a-pompa", "furbizia", "maverick", "munizioni",
        "piano-superiore", "ricarica", "rifornimento",
    ),
    "sparatutto": (
        "copertura", "coraggio", "deposito", "fuga-rapida", "proiettili-esplosivi", "raggrupparsi", "ricarica",
        "sacrificio", "tattica", "tutto-per-tutto",
    ),
    "scontro": (
        "aiutarsi", "barricata", "fuga-rapida", "ispezione", "maverick", "molotov", "nascondiglio",
        "piano-superiore", "raggrupparsi", "ricognizione",
    ),
    "vita-o-morte": (
        "coraggio", "deposito", "esca", "fucile-a-pompa", "ispezione", "maverick", "munizioni", "sacrificio",
        "sciame-di-zombi", "survivors",
    ),
    "citta-infestata": (
        "aiutarsi", "copertura", "esca", "fucile-a-pompa", "fuga-rapida", "furbizia", "maverick",
        "nascondiglio", "rifornimento", "tattica",
    ),
}  # fmt: skip
"""The five sets of ten that the rules recommend ("Nascosto" is Nascondiglio: decision ZB-05)."""

TEN = 10
LOT = "lot"

SET = Option(
    name="set",
    words=marked("Which ten kinds of Combat cards"),
    default="first-game",
    choices=(
        Choice("first-game", marked("for the first game")),
        Choice("sparatutto", "Sparatutto"),
        Choice("scontro", "Scontro"),
        Choice("vita-o-morte", "Vita o Morte"),
        Choice("citta-infestata", "Città Infestata"),
    ),
    ledger="ZB-05",
)
KINDS = Option(
    name="kinds",
    words=marked("Ten kinds of your own in place of the set's"),
    default="",
    choices=tuple(Choice(card, cards()[card].name) for card in combat(cards())),
    ledger="ZB-03",
    many=TEN,
)
KNOWING = Option(
    name="knowing",
    words=marked("What the referee knows of decks and hands"),
    default="table",
    choices=(
        Choice("table", marked("only what is laid open; what a player can hold is counted")),
        Choice("known", marked("every card: the order of each shuffled deck is told")),
    ),
    ledger="ZB-31",
)
START = Option(
    name="start",
    words=marked("Who begins"),
    default=LOT,
    choices=(
        Choice(LOT, marked("as the last game ended, or by lot")),
        Choice("0", marked("player 1, where there is one")),
        Choice("1", marked("player 2, where there is one")),
        Choice("2", marked("player 3, where there is one")),
        Choice("3", marked("player 4, where there is one")),
    ),
    ledger="ZB-28",
)
WINNERS_BEFORE = Option(
    name="winners-before",
    words=marked("Who won the last game: 0 for player 1, 1 for player 2 and so on, with spaces between"),
    default="",
    choices=(),
    ledger="ZB-28",
)
OPTIONS = (SET, KINDS, KNOWING, START, WINNERS_BEFORE)


def kinds(setup: Setup, known: Cards) -> tuple[str, ...]:
    """The ten kinds of Combat cards, in supply order. Raises SetupFault."""
    own = str(setup.option(KINDS.name, KINDS.default))
    name = setup.option(SET.name, SET.default)
    chosen = [part.strip() for part in own.split(",")] if own else SETS.get(str(name))
    every = combat(known)
    if chosen is None:
        raise SetupFault(SET.name, one_of(SETS), name)
    if len(chosen) != TEN or len({*chosen} & {*every}) != TEN:
        raise SetupFault(KINDS.name, _("ten different Combat cards, with commas between"), own)
    return tuple(card for card in every if card in chosen)


def starters(setup: Setup) -> tuple[int, ...]:
    """The seats among whom the lot decides who begins; one alone begins without a lot. Raises SetupFault.

    After a game won by one, the seat to the winner's left; after a shared win, who did not win; all after a draw.
    A player who is not in this game cannot begin it: then it goes as without a word.
    """
    said: Value = setup.option(START.name, START.default)
    everybody = tuple(range(setup.seats))
    if str(said) in map(str, everybody):
        return (int(said),)
    text = str(setup.option(WINNERS_BEFORE.name, WINNERS_BEFORE.default))
    won = text.split()
    if len(set(won)) != len(won) or not set(won) <= set(map(str, everybody)):
        raise SetupFault(
            WINNERS_BEFORE.name,
            _("different players of this game, 0 for player 1, with spaces between"),
            text,
        )
    if len(won) == 1:
        return ((int(won[0]) + 1) % setup.seats,)
    return tuple(seat for seat in everybody if str(seat) not in won) or everybody
