"""The face of ZONG: agreeing on boards and discs, thrown discs, a printed board, towers of pieces, flicks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.game import Event, Setup
from companion.games.zong.board import Board, board_json, own_board
from companion.games.zong.events import Disc, Zonged
from companion.games.zong.state import BLUE, BLUE_FACES, LIGHTNING, RISK, State, agreed
from ui.faces.face import DiscDeck, Facts
from ui.games.zong.boards import boards
from ui.games.zong.words import disc_words, to_throw
from ui.pages.agreement import Agreement, Draft, PageFace, Typing, agree
from ui.pages.played_table import GameSide, PlayedTable
from ui.present.models import Button, EventPicture, OptionRow, StepPage, choice
from ui.present.touches import Goto
from ui.present.walk import Walk
from ui.words import _

if TYPE_CHECKING:
    from typer import Typer

    from vision.decks.deck import Deck
    from vision.eye import Eye
    from vision.painted.simulated import SimulatedTable
    from vision.painted.tabletop import PaintedSheet


_DISC_PX_PER_MM = 8.0

BLUES = ("blue.1", "blue.2", "blue.3")
CONFIRMED = "blue.confirmed"


class ZongFace(PageFace):
    by_touch = True

    def asked_of_people(self, _state: Any, event: Event) -> str:
        return to_throw(event, for_box=True)

    def advice(self, state: Any, event: Event) -> str:
        return to_throw(event) or super().advice(state, event)

    aimed = (Zonged,)

    @property
    def facts_at_first(self) -> Facts:
        return (("board", board_json(own_board())),)

    def fact_rows(self, facts: Facts) -> tuple[OptionRow, ...]:
        """The choice of the board, and the faces of the blue discs."""
        (mapped, faulty), chosen = boards(), dict(facts).get("board")
        printed = (_("Our own, printed"), board_json(own_board())), (_("Our own, as printed at first"), None)
        saved = tuple((name, board_json(board)) for name, board in mapped.items())
        buttons = tuple(
            choice(words, agree(Draft.with_fact, "board", fact), fact == chosen)
            for words, fact in (*printed, *saved)
        )
        known = any(button.weight == "chosen" for button in buttons)
        left = () if known else (Button(_("As before"), agree(Draft.with_fact, "board", chosen), "main"),)
        mapping = Button(_("Map a board"), Goto("mapping"), "quiet", "pen")
        faults = "".join(f" · {name}: {fault}" for name, fault in faulty.items())
        board_row = OptionRow(_("The board") + faults, (*buttons, *left, mapping))
        faces, sure = blue_faces(facts), dict(facts).get(CONFIRMED) is True
        words = _("The two faces of each blue disc: {faces}").format(faces=", ".join(faces))
        discs = tuple(
            Button(face, agree(typing_faces, name), "plain", "pen")
            for name, face in zip(BLUES, faces, strict=True)
        )
        yes = Button(
            _("We checked: that is right") if not sure else _("Confirmed"),
            agree(Draft.with_fact, CONFIRMED, None if sure else True),
            "main" if sure else "plain",
            "done" if sure else "",
        )
        return board_row, OptionRow(words, (*discs, yes))

    @property
    def steps(self) -> Mapping[str, Callable[..., StepPage]]:
        return {"mapping": _mapping}

    def table_side(self, side: PlayedTable) -> GameSide:
        from ui.games.zong.side import TrackSide

        return TrackSide(side)

    def still(self, walk: Walk, place: int) -> object:
        from ui.games.zong.track import plain_track, seat_cells

        state, event = walk.states[place], walk.event(place)
        track = plain_track(state)
        tokens = tuple(
            replace(token, lit=event is not None and token.seat == event.seat) for token in track.tokens
        )
        return replace(track, tokens=tokens, cells=seat_cells(state, walk.names), taps=False)

    def event_pictures(self, state: Any, event: Event, /) -> tuple[EventPicture, ...]:
        from ui.games.zong.track import event_pictures

        return event_pictures(state, event)

    def see_board(self, images: list[Path], board: Path, book: Path | None, *, json: bool) -> None:
        from ui.games.zong.commands import see_board

        see_board(images, board, book, json=json)

    def add_commands(self, app: "Typer") -> None:
        from ui.games.zong.commands import add_to

        add_to(app)

    def discs(self, setup: Setup) -> DiscDeck:
        known = agreed(setup)
        found: dict[str, str] = {}
        for disc in (BLUE, RISK, LIGHTNING):
            for face in known.faces(disc):
                found.setdefault(str(face), disc_words(Disc(disc, face)))
        return DiscDeck("zong", _("The discs of ZONG"), tuple(found.items()), self.game.table(setup))

    def drawn_discs(self, setup: Setup) -> "Deck":
        """A deck `zong` of every disc face that may be thrown; of two with the same label the first."""
        from vision.decks.deck import Deck, DeckFace
        from vision.faces.zong.pieces import DISC_MM, draw_disc
        from vision.printed.pdf import picture_of

        known, faces = agreed(setup), dict[str, DeckFace]()
        for disc in (RISK, LIGHTNING, BLUE):
            for face in map(str, known.faces(disc)):
                if face not in faces:
                    faces[face] = DeckFace(face, picture_of(draw_disc(face, disc), _DISC_PX_PER_MM))
        return Deck(
            name="zong",
            path=Path("zong"),
            width_mm=DISC_MM,
            height_mm=DISC_MM,
            faces=tuple(faces[label] for label in sorted(faces)),
            backs=(),
            kind="disc",
        )

    def tell_eye(self, eye: "Eye", state: State) -> None:
        """The eye follows the pieces from where the book has them."""
        from ui.games.zong.flicks import watch_of

        stacks = () if eye.watched is None else eye.watched.stacks
        eye.watched = watch_of(state, stacks)

    def printed_board(self, state: State) -> "PaintedSheet":
        return _painted(state.board)

    def set_out(self, simulated: "SimulatedTable", state: State) -> None:
        """Puts the pieces where the book has them, before anything is seen."""
        from numpy.random import default_rng

        from vision.painted.laying import tabletop_from_look

        look: Any = self.game.look(state)
        simulated.put(tabletop_from_look(look, simulated.table, default_rng(1)))


@lru_cache(maxsize=4)
def _painted(board: Board) -> "PaintedSheet":
    """A board as it lies on the simulated table, the same for a whole game."""
    from ui.games.zong.printed import board_drawing
    from vision.painted.tabletop import painted_sheet

    edge = 0.0 if board.tags is None else board.tags.side_mm
    return painted_sheet(board_drawing(board), -edge, -edge)


def blue_faces(facts: Facts) -> tuple[str, ...]:
    """The two faces of each blue disc, as `6/1`."""
    told = dict(facts)
    return tuple(
        str(told.get(name, f"{one}/{other}")) for name, (one, other) in zip(BLUES, BLUE_FACES, strict=True)
    )


def typing_faces(draft: Draft, name: str) -> Draft:
    """Typing the faces of a blue disc; whoever tells them has looked at that disc alone, so nothing is confirmed."""

    def told(text: str) -> Draft | str:
        found = re.findall(r"\d", text)
        if len(found) != 2:
            return _("Expected two numbers such as 6 1, found {text}.").format(text=text or "–")
        return draft.with_fact(name, "/".join(found)).with_fact(CONFIRMED, None)

    faces = blue_faces(draft.facts)[BLUES.index(name)].replace("/", " ")
    return replace(draft, typing=Typing(_("The two faces of this blue disc, such as 6 1"), faces, told))


def _mapping(agreement: Agreement, clock: Callable[[], float]) -> StepPage:
    from ui.games.zong.map_side import begin_mapping

    def kept(name: str) -> None:
        """The saved board is played on, unless it is gone."""
        board = boards()[0].get(name)
        agreement.tell_fact("board", None if board is None else board_json(board))

    return begin_mapping(agreement.picture_source, clock, kept)


face = ZongFace
