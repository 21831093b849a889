"""Situations of ZONG for four and six: throws by touch, flicks dragged, clean-ups, votes, wins; nothing is made up."""

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.game import Event
from companion.games.zong import GAME
from companion.games.zong.events import Advanced, Disc, Disputed, Rest, Threw, Zonged
from companion.sight import Scene, Sighting
from tests.situations.maker import Maker
from tests.situations.zong_seen import seen_situations
from ui.games.zong.side import TrackSide, retold
from ui.pages.agreement import Draft, agree, typing_name
from ui.pages.desk import Desk
from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import DragPiece, Goto, Start, Touch, TouchSquare, Typed, at, draft

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
FAST = (Disc("blue", 6), Disc("blue", 5), Disc("blue", 4))
SLOW = (Disc("blue", 1), Disc("blue", 2), Disc("blue", 3))
FLICK = (Disc("blue", 1), Disc("risk", 0), Disc("lightning", "lightning"))


def zong_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    made = _Zong(Maker(folder, GAME))
    return {
        "zong-seats": lambda: made.seats(6),
        "zong-options": lambda: made.then(made.seats(4), agree(Draft.on_page, "options")),
        "zong-first": lambda: made.started(6),
        "zong-discs": lambda: made.discs(made.started(4), 0),
        "zong-discs-told": lambda: made.discs(made.started(6), 3),
        "zong-discs-heap": lambda: made.strip(60.0, 72.0, 140.0),
        "zong-discs-few": lambda: made.strip(60.0, 140.0),
        "zong-board": lambda: made.then(made.started(6), draft(TrackSide.list_discs, listed=False)),
        "zong-flick": lambda: made.flicking(6),
        "zong-flick-done": lambda: made.then(made.flicking(6), at(PlayedTable.press_button, "done")),
        "zong-flick-stirred": made.stirred,
        "zong-flicked": made.dragged,
        "zong-cleanup": lambda: made.cleanup(6),
        "zong-cleanup-rule": lambda: made.then(made.cleanup(6), draft(TrackSide.touch_piece, "blue")),
        "zong-put-right": lambda: made.then(
            made.running(6), draft(TrackSide.list_discs, listed=False), DragPiece("blue", 154.0, 68.0)
        ),
        "zong-cleanup-differing": lambda: made.then(made.cleanup(4), retold(differing=True)),
        "zong-cleanup-back": lambda: made.then(made.cleanup(6), retold(ticked=frozenset({"blue", "green"}))),
        "zong-tower": made.tower,
        "zong-vote": lambda: made.vote(4),
        "zong-vote-six": lambda: made.vote(6),
        "zong-vote-goal": made.vote_goal,
        "zong-spiral": made.spiral,
        "zong-points": made.points,
        "zong-piece": lambda: made.then(made.points(), draft(TrackSide.touch_piece, "green")),
        "zong-leads": lambda: made.then(
            made.running(4),
            *(draft(TrackSide.add_disc, disc) for disc in SLOW),
            draft(TrackSide.list_discs, listed=False),
        ),
        "zong-square": lambda: made.then(made.cleanup(4), at(PlayedTable.close), TouchSquare("17")),
        "zong-refuse": made.refuse,
        "zong-agree": lambda: made.then(
            made.cleanup(6), at(PlayedTable.press_button, "back"), at(Asking.agree_back, 2)
        ),
        "zong-menu": lambda: made.then(made.cleanup(6), at(PlayedTable.open_menu)),
        "zong-over": made.over,
        "zong-lost": made.lost,
        "zong-history": lambda: made.then(made.vote(4), Goto("history")),
        **seen_situations(made),
    }


class _Zong:
    def __init__(self, maker: Maker) -> None:
        self.maker = maker

    def then(self, desk: Desk, *actions: Touch) -> Desk:
        found: Desk = self.maker.then(desk, *actions)
        return found

    def seats(self, players: int) -> Desk:
        desk = self.then(self.maker.desk(), Goto("seats"), agree(Draft.with_seats, players))
        for seat, name in enumerate(NAMES[:players]):
            self.then(desk, agree(typing_name, seat), Typed(name))
        return desk

    def started(self, players: int) -> Desk:
        desk = self.then(self.seats(players), Start())
        desk.tick()
        return desk

    def told(self, desk: Desk, events: Sequence[Event]) -> Desk:
        for event in events:
            reply = desk.session.tell(event, by="touch")
            assert reply.booked, f"{event}: {reply.verdict}"
        desk.tick()
        return desk

    def discs(self, desk: Desk, chosen: int) -> Desk:
        return self.then(desk, *(draft(TrackSide.add_disc, disc) for disc in FLICK[:chosen]))

    def strip(self, *places: float) -> Desk:
        """The camera sees discs so far (mm) along the strip, those that lie near each other in a heap."""
        from vision.eye import Reading
        from vision.light.fitness import Light
        from vision.mat.following import Mat

        desk = self.then(self.started(4), draft(TrackSide.list_discs, listed=False))
        discs = zip(("6", "5", "4"), places, strict=False)
        table = GAME.table(desk.session.referee.setup)
        pieces = tuple(
            Sighting("pawn", colour, table.region_at(x, y), x=x, y=y, colour=colour)
            for colour, x, y in (
                ("red", 15.0, 54.0),
                ("blue", 30.0, 77.0),
                ("green", 8.0, 77.0),
                ("yellow", 30.0, 100.0),
            )
        )
        seen = Scene((*pieces, *(Sighting("disc", face, "throw", x=x, y=-60.0) for face, x in discs)))
        desk.session.reading = Reading(seen, Mat(True, None, None), Light(True))
        self.maker.show(desk, seen)
        return desk

    def running(self, players: int) -> Desk:
        """Everybody has thrown once, so that the pieces are spread over the board, three of them in a tower."""
        desk = self.started(players)
        for seat in range(players):
            discs = SLOW if seat in (1, 3) else FAST
            self.told(desk, (Threw(seat, discs), Advanced(seat)))
        return desk

    def flick(self) -> Threw:
        """A throw with one lightning."""
        return Threw(0, FLICK)

    def flicking(self, players: int) -> Desk:
        desk = self.running(players)
        return self.told(desk, (Threw(0, FLICK),))

    def dragged(self) -> Desk:
        desk = self.flicking(6)
        return self.then(desk, DragPiece("green", 338.0, 183.0), DragPiece("red", 176.5, 68.0))

    def stirred(self) -> Desk:
        """Two of a tower came apart on their square: the camera sees them side by side."""
        desk = self.flicking(4)
        board, table = desk.session.referee.state.board, GAME.table(desk.session.referee.setup)
        own, other = board.by_name["15"], board.by_name["6"]
        places = {
            "red": (own.x, own.y), "green": (own.x, own.y), "blue": (other.x, other.y - 12.0),
            "yellow": (other.x, other.y + 12.0),
        }  # fmt: skip
        seen = tuple(
            Sighting("pawn", colour, table.region_at(x, y), x=x, y=y, colour=colour)
            for colour, (x, y) in places.items()
        )
        discs = tuple(
            Sighting("disc", str(disc.face), "throw", x=60.0 + 40 * n, y=-60.0)
            for n, disc in enumerate(FLICK)
        )
        self.maker.show(desk, Scene((*seen, *discs)), done=True)
        return desk

    def cleanup(self, players: int) -> Desk:
        """Pieces on a square, between two, off the track, off the board."""
        rest = {
            "red": Rest(239.0, 205.0),
            "blue": Rest(130.5, 34.0),
            "green": Rest(338.0, 182.5),
            "yellow": Rest(257.0, 146.0),
        }
        if players > 4:
            rest |= {"black": Rest(230.0, -18.0), "white": Rest(219.5, 118.0)}
        return self.told(self.flicking(players), (Zonged(0, rest),))

    def tower(self) -> Desk:
        """Two that came onto one square from the same distance: nobody can say which is the lower."""
        desk = self.flicking(4)
        rest = {"red": Rest(110.0, 79.8), "blue": Rest(110.0, 56.2), "green": Rest(100.0, 30.0)}
        return self.told(desk, (Zonged(0, rest),))

    def vote(self, players: int) -> Desk:
        desk = self.told(self.cleanup(players), (Disputed("blue"),))
        may = desk.model().own.cells[0].keys
        for seat, key in enumerate((may[0], may[-1])):
            self.then(desk, at(TrackSide.cast_vote, seat, key.action.given[1]))
        return desk

    def vote_goal(self) -> Desk:
        """A piece so near the goal's edge that nobody can tell: all vote, whatever was measured."""
        return self.told(self.flicking(4), (Zonged(0, {"blue": Rest(277.5, 206.0)}),))

    def spiral(self) -> Desk:
        desk = self.running(4)
        return self.told(desk, (Threw(0, (Disc("blue", 1), Disc("risk", 7), Disc("lightning", "spiral"))),))

    def points(self) -> Desk:
        """Three in one tower: others may be taken along."""
        desk = self.running(6)
        self.told(desk, (Threw(0, SLOW),))
        return self.then(desk, *(draft(TrackSide.take_along, colour) for colour in ("green",)))

    def refuse(self) -> Desk:
        desk = self.running(4)
        return self.then(desk, at(PlayedTable.tell, Advanced(0)))

    def lost(self) -> Desk:
        """Three pieces stand elsewhere than the book has them."""
        desk = self.running(4)
        square = desk.session.referee.state.board.by_name
        table = GAME.table(desk.session.referee.setup)
        places = {"red": "22", "blue": "2", "green": "15", "yellow": "28"}
        seen = tuple(
            Sighting("pawn", colour, table.region_at(at.x, at.y), x=at.x, y=at.y, colour=colour)
            for colour, at in ((colour, square[name]) for colour, name in places.items())
        )
        self.maker.show(desk, Scene(seen, still_for=9.0), done=True)
        return desk

    def over(self) -> Desk:
        desk = self.flicking(6)
        return self.told(desk, (Zonged(0, {"blue": Rest(286.0, 206.0)}),))
