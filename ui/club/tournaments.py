"""Tournaments of a club: their rounds in the database, and what came of each pairing.

Rule kept: an outcome that boxes told is looked up in the results each time, so that one that is put right or withdrawn
at the box is so here too; only what people enter by hand is kept with the pairing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import msgspec
import sqlalchemy as sa

from ui.club.database import ClubDatabase, KeptResult, pairings, tournaments
from ui.club.league import Scoring, name_key
from ui.club.pairing import Entrant, buchholz, round_robin, swiss_round
from ui.words import marked

MOST_PLAYERS, MOST_ROUNDS, MOST_TOURNAMENTS = 256, 60, 500
MOST_IN_A_ROBIN = 40
Kind = Literal["swiss", "robin"]
ToldBy = Literal["", "box", "hand", "bye"]
"""Who told how a pairing ended: a box, people by hand, or nobody where somebody sits out."""


class TournamentFault(Exception):
    """What cannot be done with a tournament; a sentence that is looked up in the language of whoever reads it."""


class About(msgspec.Struct, frozen=True):
    """What was agreed. `game`: the id of the one that counts, empty: any; `per_table`: the most at one table."""

    kind: Kind
    players: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    game: str = ""
    per_table: int = 2


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits at a board in a round. `winners`: places in `players`; None: not played yet. `by`: who told."""

    round: int
    board: int
    players: tuple[str, ...]
    winners: tuple[int, ...] | None = None
    by: ToldBy = ""


@dataclass(frozen=True, slots=True)
class Tournament:
    id: int
    name: str
    about: About
    begun: float
    pairings: tuple[Pairing, ...] = ()

    @property
    def rounds(self) -> int:
        return max((one.round for one in self.pairings), default=0)

    @property
    def open(self) -> int:
        """How many pairings have no outcome yet."""
        return sum(one.winners is None for one in self.pairings)


def entered(text: str) -> tuple[str, ...]:
    """Names as people type them, one a line or with commas; each once. Raises TournamentFault."""
    names: dict[str, str] = {}
    for given in text.replace(",", "\n").splitlines():
        name = " ".join(given.split())
        if name and len(name) <= 40 and name.isprintable():
            names.setdefault(name_key(name), name)
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise TournamentFault(marked("A tournament needs 2 to 256 different names."))
    return tuple(names.values())


def begin(database: ClubDatabase, name: str, about: About) -> int:
    """A new tournament with its first round, of a round robin with all of them: its number. Raises TournamentFault."""
    name = " ".join(name.split())[:60]
    if not name or not name.isprintable():
        raise TournamentFault(marked("Give the tournament a name."))
    if about.kind == "robin" and (about.per_table != 2 or len(about.players) > MOST_IN_A_ROBIN):
        raise TournamentFault(marked("A round robin is for two at a table and up to 40 players."))
    rounds = (
        round_robin(about.players)
        if about.kind == "robin"
        else [swiss_round([Entrant(name) for name in about.players], about.per_table)]
    )
    now = database.now()
    with database.connect() as connection, connection.begin():
        count = connection.execute(sa.select(sa.func.count()).select_from(tournaments)).scalar_one()
        if count >= MOST_TOURNAMENTS:
            raise TournamentFault(marked("There are too many of them."))
        text = msgspec.json.encode(about).decode()
        new = tournaments.insert().values(name=name, about=text, begun=now).returning(tournaments.c.id)
        id = int(connection.execute(new).scalar_one())
        for number, tables in enumerate(rounds, start=1):
            connection.execute(pairings.insert(), _rows(id, number, tables, now))
    return id


def next_round(database: ClubDatabase, found: Tournament, scoring: Scoring) -> None:
    """Pairs the next round of a Swiss tournament, once the last one is played. Raises TournamentFault."""
    if found.open or found.about.kind != "swiss":
        raise TournamentFault(marked("The round is not over: some pairings have no outcome yet."))
    if found.rounds >= MOST_ROUNDS:
        raise TournamentFault(marked("There are too many of them."))
    tables = swiss_round([one for one, _against in table(found, scoring)], found.about.per_table)
    rows = _rows(found.id, found.rounds + 1, tables, database.now())
    try:
        database.write(pairings.insert().values(rows))
    except sa.exc.IntegrityError:
        raise TournamentFault(marked("Somebody else has paired this round just now.")) from None


def enter(database: ClubDatabase, id: int, round: int, board: int, winners: Sequence[int] | None) -> None:
    """What people enter by hand for a pairing; None: what the boxes tell counts again."""
    where = (pairings.c.tournament == id) & (pairings.c.round == round) & (pairings.c.board == board)
    text = None if winners is None else msgspec.json.encode(winners).decode()
    database.write(sa.update(pairings).where(where).values(outcome=text))


def delete(database: ClubDatabase, id: int) -> None:
    of_it, itself = pairings.c.tournament == id, tournaments.c.id == id
    database.write(sa.delete(pairings).where(of_it), sa.delete(tournaments).where(itself))


def listed(database: ClubDatabase) -> list[Tournament]:
    """All tournaments without their pairings, the newest first."""
    rows = database.read(sa.select(tournaments).order_by(tournaments.c.id.desc()))
    return [
        Tournament(row.id, row.name, msgspec.json.decode(row.about, type=About), row.begun) for row in rows
    ]


def one(database: ClubDatabase, id: int, results: Iterable[KeptResult]) -> Tournament | None:
    """A tournament with what came of its pairings; `results`: all of the club.

    Of each that is the first result of just its players that came after it was made; each result counts once.
    """
    found = next((each for each in listed(database) if each.id == id), None)
    if found is None:
        return None
    by_names: dict[frozenset[str], list[KeptResult]] = {}
    for result in sorted(results, key=lambda each: (each.arrived, each.id)):
        if found.about.game in ("", result.told.game) and not result.told.by_box:
            by_names.setdefault(frozenset(map(name_key, result.told.players)), []).append(result)
    query = sa.select(pairings).where(pairings.c.tournament == id)
    made = []
    for row in database.read(query.order_by(pairings.c.round, pairings.c.board)):
        players = msgspec.json.decode(row.players, type=tuple[str, ...])
        waiting = by_names.get(frozenset(map(name_key, players)), [])
        winners: tuple[int, ...] | None = None
        by: ToldBy = ""
        if len(players) == 1:
            winners, by = (0,), "bye"
        elif row.outcome is not None:
            winners, by = msgspec.json.decode(row.outcome, type=tuple[int, ...]), "hand"
        elif told := next((each for each in waiting if each.arrived >= row.made), None):
            waiting.remove(told)
            won = {name_key(told.told.players[seat]) for seat in told.told.winners}
            winners, by = tuple(n for n, name in enumerate(players) if name_key(name) in won), "box"
        made.append(Pairing(row.round, row.board, players, winners, by))
    return replace(found, pairings=tuple(made))


def table(found: Tournament, scoring: Scoring) -> list[tuple[Entrant, int]]:
    """The ranking of a tournament, each with the points of whom they met; sitting out counts as a game won."""
    entrants = {name: Entrant(name) for name in found.about.players}
    for pairing in found.pairings:
        if pairing.winners is None:
            continue
        for seat, name in enumerate(pairing.players):
            entrant, sits_out = entrants[name], pairing.by == "bye"
            entrant.points += scoring.points(seat, pairing.winners)
            entrant.byes += sits_out
            entrant.first += seat == 0 and not sits_out
            entrant.met.update(other for other in pairing.players if other != name)
    against = buchholz(entrants)
    order = {name: n for n, name in enumerate(found.about.players)}
    ranked = sorted(entrants.values(), key=lambda each: (-each.points, -against[each.name], order[each.name]))
    return [(each, against[each.name]) for each in ranked]


def _rows(id: int, number: int, tables: Sequence[tuple[str, ...]], now: float) -> list[dict[str, object]]:
    return [
        {
            "tournament": id,
            "round": number,
            "board": board,
            "players": msgspec.json.encode(players).decode(),
            "outcome": None,
            "made": now,
        }
        for board, players in enumerate(tables, start=1)
    ]
