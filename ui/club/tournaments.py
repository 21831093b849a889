"""League tables from a club's results, and tournaments with their rounds in the database.

Names are compared without case. Rule kept: an outcome reported by boxes is looked up in the results each
time, so that a correction at the box applies here too; only outcomes entered by hand are stored.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Annotated, Literal

import msgspec
import sqlalchemy as sa

from ui.club.broker.messages import Result
from ui.club.database import ClubDatabase, KeptResult, pairings, tournaments
from ui.outcome import same_name
from ui.words import marked

# League tables: points, wins, draws, losses, Elo ratings. Unnamed seats count for nobody. A game in which a
# box played a seat counts for nobody, as people choose its level and so could choose their rating. Elo, "The
# Rating of Chessplayers" (1978): expected score by the logistic curve; several at a table play pairwise.

FIRST_RATING, STEP = 1500.0, 24.0
"""Initial rating, and the maximum change by one game (K factor)."""


class Scoring(msgspec.Struct, frozen=True):
    won: int = 3
    drawn: int = 1
    lost: int = 0

    def points(self, seat: int, winners: Sequence[int]) -> int:
        """A seat's points for a game with these winners; no winner is a draw."""
        if not winners:
            return self.drawn
        return self.won if seat in winners else self.lost


@dataclass(slots=True)
class LeagueRow:
    """A player's row in a league table; equals share a `rank`."""

    name: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    rating: float = FIRST_RATING
    rank: int = 0


def standings(results: Iterable[Result], scoring: Scoring) -> list[LeagueRow]:
    """The league table from results, oldest first."""
    found: dict[str, LeagueRow] = {}
    for result in results:
        if result.by_box:
            continue
        seated = []
        for seat, given in enumerate(result.players):
            key = same_name(given)
            if key:
                standing = found.setdefault(key, LeagueRow(given))
                standing.name = " ".join(given.split())
                seated.append((seat, standing))
        for seat, standing in seated:
            standing.games += 1
            standing.points += scoring.points(seat, result.winners)
            standing.won += seat in result.winners
            standing.drawn += not result.winners
            standing.lost += bool(result.winners) and seat not in result.winners
        moved: list[tuple[LeagueRow, float]] = []
        # Ratings change simultaneously. A name on two seats does not play against itself.
        for (one_seat, one), (other_seat, other) in combinations(seated, 2):
            if one is not other:
                expected = 1 / (1 + 10 ** ((other.rating - one.rating) / 400))
                score = 0.5 * (1 + (one_seat in result.winners) - (other_seat in result.winners))
                step = STEP / (len(seated) - 1) * (score - expected)
                moved += [(one, step), (other, -step)]
        for standing, step in moved:
            standing.rating += step
    table = sorted(found.values(), key=lambda one: (-one.points, one.games, -one.rating, same_name(one.name)))
    ranks: dict[tuple[int, int], int] = {}
    for n, one in enumerate(table, start=1):
        one.rank = ranks.setdefault((one.points, one.games), n)
    return table


# Pairings. Swiss: equal points meet, repeats are avoided, of an odd number each sits out once. It is a
# minimum-cost matching over all pairs (J. Edmonds, "Paths, trees, and flowers", 1965; networkx). Round robin:
# the circle method (E. Lucas, "Récréations mathématiques" II, 1883).

NEAR = 24
"""Number of next-ranked players considered as opponents: more take minutes for hundreds of players."""
_AGAIN, _FAR, _MOST = 10_000_000, 1_000, 10**12
_PASSES = 4


@dataclass(slots=True)
class Entrant:
    """A player's tournament so far. `met`: count by opponent; `first`: times named first; `byes`: sat out."""

    name: str
    points: int = 0
    met: Counter[str] = field(default_factory=Counter)
    first: int = 0
    byes: int = 0


def swiss_round(ranked: Sequence[Entrant], per_table: int = 2) -> list[tuple[str, ...]]:
    """The next round's tables from entrants in ranking order; a name alone sits out."""
    if per_table > 2:
        return _groups(ranked, per_table)
    playing = list(ranked)
    out: list[tuple[str, ...]] = []
    if len(playing) % 2:
        fewest = min(one.byes for one in playing)
        resting = next(one for one in reversed(playing) if one.byes == fewest)
        playing.remove(resting)
        out = [(resting.name,)]
    if not any(one.points or one.met for one in playing):
        half = len(playing) // 2
        pairs = list(zip(playing[:half], playing[half:], strict=True))
    else:
        import networkx

        graph = networkx.Graph()
        as_many = Counter(one.points for one in playing)
        for (n, one), (m, other) in combinations(enumerate(playing), 2):
            if m - n <= NEAR:
                # Cost of a pair, heaviest first: having met, difference in points, and within equal points
                # the distance from pairing the better half with the other.
                apart = abs(one.points - other.points)
                fold = 0 if apart else abs(m - n - min(as_many[one.points] // 2, NEAR))
                cost = one.met[other.name] * _AGAIN + apart * apart * _FAR + min(fold, _FAR - 1)
                graph.add_edge(n, m, weight=_MOST - cost)
        matched = networkx.max_weight_matching(graph, maxcardinality=True)
        pairs = [(playing[n], playing[m]) for n, m in sorted(tuple(sorted(pair)) for pair in matched)]
    # The player named first less often is named first now.
    ordered = (pair if pair[0].first <= pair[1].first else pair[::-1] for pair in pairs)
    return [*((one.name, other.name) for one, other in ordered), *out]


def _groups(ranked: Sequence[Entrant], per_table: int) -> list[tuple[str, ...]]:
    """Tables of several, sizes differing by one, filled down the ranking with players who have met least.

    Then players of nearby tables swap while that reduces repeated meetings.
    """
    left = list(ranked)
    count = max(1, -(-len(left) // per_table))
    tables = []
    for number in range(count):
        table = [left.pop(0)]
        while len(table) < len(ranked) // count + (number < len(ranked) % count):
            # A repeated meeting weighs as much as NEAR places in the ranking.
            met = [sum(one.met[other.name] for one in table) for other in left]
            table.append(left.pop(min(range(len(left)), key=lambda k: met[k] * NEAR + k)))
        tables.append(table)

    def again(*some: Sequence[Entrant]) -> int:
        """Repeated meetings at tables; two earlier meetings weigh four times as much as one."""
        return sum(one.met[other.name] ** 2 for table in some for one, other in combinations(table, 2))

    near = [(one, other) for n, one in enumerate(tables) for other in tables[n + 1 : n + 4]]
    for _ in range(_PASSES):
        changed = False
        for one, other in near:
            for n, m in product(range(len(one)), range(len(other))):
                # Each swap is tried in place, and undone unless it reduces the repeats.
                before = again(one, other)
                one[n], other[m] = other[m], one[n]
                if again(one, other) < before:
                    changed = True
                else:
                    one[n], other[m] = other[m], one[n]
        if not changed:
            break
    return [tuple(one.name for one in table) for table in tables]


def round_robin(names: Sequence[str]) -> list[list[tuple[str, ...]]]:
    """All rounds: each meets each once; with an odd number one player a round stands alone and sits out."""
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    rounds = []
    for number in range(len(circle) - 1):
        pairs: list[tuple[str, ...]] = []
        for n in range(len(circle) // 2):
            one, other = circle[n], circle[-1 - n]
            # The first player stays and the others rotate: each is named first half the time.
            if (n or number) % 2:
                one, other = other, one
            pairs.append(tuple(name for name in (one, other) if name is not None))
        rounds.append(sorted(pairs, key=len, reverse=True))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def buchholz(entrants: Mapping[str, Entrant]) -> dict[str, int]:
    """By name, the sum of the opponents' points (Buchholz), which ranks equals."""
    return {
        name: sum(entrants[other].points * times for other, times in one.met.items() if other in entrants)
        for name, one in entrants.items()
    }


MOST_PLAYERS, MOST_ROUNDS, MOST_TOURNAMENTS = 256, 60, 500
MOST_IN_A_ROBIN = 40
Kind = Literal["swiss", "robin"]
ToldBy = Literal["", "box", "hand", "bye"]
"""Source of a pairing's outcome: a box, people by hand, or a bye."""


class TournamentFault(Exception):
    """An impossible request for a tournament; a sentence for translation by the reader's language."""


class About(msgspec.Struct, frozen=True):
    """A tournament's agreement. `game`: id, or empty for any; `per_table`: maximum at one table."""

    kind: Kind
    players: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    game: str = ""
    per_table: int = 2


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players at a board in a round. `winners`: places in `players`; None: not played yet."""

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
        """Number of pairings without an outcome."""
        return sum(one.winners is None for one in self.pairings)


def entered(text: str) -> tuple[str, ...]:
    """Names from lines or commas, each once. Raises TournamentFault."""
    names: dict[str, str] = {}
    for given in text.replace(",", "\n").splitlines():
        name = " ".join(given.split())
        if name and len(name) <= 40 and name.isprintable():
            names.setdefault(same_name(name), name)
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise TournamentFault(marked("A tournament needs 2 to 256 different names."))
    return tuple(names.values())


def begin(database: ClubDatabase, name: str, about: About) -> int:
    """A new tournament's number; its first round is paired (round robin: all). Raises TournamentFault."""
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
    """Pairs a Swiss tournament's next round after the last is played. Raises TournamentFault."""
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
    """Stores a pairing's outcome entered by hand; None: the boxes' results count again."""
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
    """A tournament with its pairings' outcomes from all `results` of the club.

    A pairing takes the first result of exactly its players received after it was made; each counts once.
    """
    found = next((each for each in listed(database) if each.id == id), None)
    if found is None:
        return None
    by_names: dict[frozenset[str], list[KeptResult]] = {}
    for result in sorted(results, key=lambda each: (each.arrived, each.id)):
        if found.about.game in ("", result.told.game) and not result.told.by_box:
            by_names.setdefault(frozenset(map(same_name, result.told.players)), []).append(result)
    query = sa.select(pairings).where(pairings.c.tournament == id)
    made = []
    for row in database.read(query.order_by(pairings.c.round, pairings.c.board)):
        players = msgspec.json.decode(row.players, type=tuple[str, ...])
        waiting = by_names.get(frozenset(map(same_name, players)), [])
        winners: tuple[int, ...] | None = None
        by: ToldBy = ""
        if len(players) == 1:
            winners, by = (0,), "bye"
        elif row.outcome is not None:
            winners, by = msgspec.json.decode(row.outcome, type=tuple[int, ...]), "hand"
        elif told := next((each for each in waiting if each.arrived >= row.made), None):
            waiting.remove(told)
            won = {same_name(told.told.players[seat]) for seat in told.told.winners}
            winners, by = tuple(n for n, name in enumerate(players) if same_name(name) in won), "box"
        made.append(Pairing(row.round, row.board, players, winners, by))
    return replace(found, pairings=tuple(made))


def table(found: Tournament, scoring: Scoring) -> list[tuple[Entrant, int]]:
    """The ranking, each player with the opponents' points (Buchholz); a bye counts as a win."""
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
