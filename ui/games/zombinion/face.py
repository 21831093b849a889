"""The face of Zombinion: the plain one, and its cards, dividers and mats to print."""

from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from ui.faces.face import Face
from ui.faces.printed_parts import CardToPrint, PrintedPart, Room
from ui.present.personas import Persona
from ui.words import marked

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.printed.marks import Drawing

LARGE_PX_PER_MM = 9.0
_PARTS = (
    (
        "cards",
        marked("The cards"),
        marked("Print both sides and cut them out: every kind, with the first decks."),
    ),
    (
        "dividers",
        marked("Dividers"),
        marked("Cut them out; one stands in the box before each pile of cards."),
    ),
    ("short", marked("The turn in short"), marked("Cut them out, a card for every player.")),
    (
        "mat",
        marked("The mat with its piles and places"),
        marked(
            "Glue each sheet over the one before it, along the lines at its edges. The tags belong to it."
        ),
    ),
)


class ZombinionFace(Face):
    """What Zombinion needs besides what every game of cards does."""

    persona = Persona(
        "Doc",
        temper=marked("Keeps a thin deck and a full magazine."),
        ahead=marked("Just what the doctor ordered."),
        behind=marked("I have seen healthier decks. Mine, for one."),
        won=marked("The patient survived. Mine did, at least."),
        lost=marked("Eaten alive. Congratulations."),
    )

    def printed_parts(self, _setup: Setup) -> tuple[PrintedPart, ...]:
        cards, dividers, short, mat = _PARTS
        return (
            PrintedPart(*cards, cards=_cards, decks=("zombinion",)),
            PrintedPart(*dividers, cards=_dividers),
            PrintedPart(*short, cards=_short),
            PrintedPart(*mat, draw=_mat),
        )

    def large_card(self, setup: Setup, label: str) -> "Picture":
        """Kept is the mean of all languages."""
        from ui.games.zombinion.printed import drawn
        from vision.printed.pdf import picture_of

        return picture_of(drawn(setup, label), LARGE_PX_PER_MM)


def _cards(setup: Setup) -> list[CardToPrint]:
    from ui.games.zombinion.printed import back, copies, faces

    behind, counts = back(), copies(setup, every=True)
    return [CardToPrint(label, face, behind, counts[label]) for label, face in faces(setup).items()]


def _dividers(setup: Setup) -> list[CardToPrint]:
    from ui.games.zombinion.printed import dividers

    return [CardToPrint(label, divider) for label, divider in dividers(setup).items()]


def _short(setup: Setup) -> list[CardToPrint]:
    from ui.games.zombinion.printed import reference

    front, behind = reference()
    return [CardToPrint("short", front, behind, setup.seats)]


def _mat(setup: Setup, _room: Room) -> "list[Drawing]":
    from ui.games.zombinion.printed import table_mat

    return [table_mat(setup)]


def face(game: Game[Any]) -> Face:
    """The face that the box finds."""
    return ZombinionFace(game)
