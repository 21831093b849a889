"""Worlds drawn for a seat: sound, seen by the seat as the truth is, and drawn from nothing that it cannot know."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.game import Game, Over, Seats, Setup, checked
from companion.games import all_games
from companion.games.zombinion.state import Player
from companion.games.zones.halves import with_half
from companion.games.zones.rules import dealt
from companion.games.zones.state import Half
from companion.games.zoon.zoondo.events import Touched
from companion.search import Level, Search
from tests.companion.search.playing import agreed, played_by_lot

GAMES = all_games()
SECRET = ("zombinion", "zones", "zoon_alternate", "zoondo")
FEW = Level("test", 24, 0, 1.0)


def states(game: Game[Any], seed: int, events: int = 60) -> Iterator[Any]:
    """The states of a game by lot in which somebody is to act, with every card known to the referee."""
    for state in played_by_lot(game, agreed(game, game.seats[0]), seed, events):
        if isinstance(game.turn(state), Seats):
            yield state


def cards_otherwise(rng: Random, state: Any, seat: int) -> Any:
    """The rival's covered Zoons in other places, so that all can have done what they did; as it is if none fits."""
    game, rival = GAMES["zoondo" if hasattr(state, "fought") else "zoon_alternate"], 1 - seat
    covered = [
        number
        for number, piece in enumerate(state.board)
        if piece is not None and piece.seat == rival and not piece.up and not getattr(piece, "seen", False)
    ]
    for _ in range(20):
        cards = [state.board[number].card for number in covered]
        rng.shuffle(cards)
        board = list(state.board)
        for number, card in zip(covered, cards, strict=True):
            board[number] = msgspec.structs.replace(board[number], card=card)
        other = replace(state, board=tuple(board))
        if game.faults(other) == ():
            return other
    return state


def hands_otherwise(rng: Random, state: Any, seat: int) -> Any:
    """The others' cards, those that nobody has seen in other places, and the seat's own deck in another order."""

    def otherwise(number: int, player: Player) -> Player:
        deck = list(player.deck)
        if number == seat:
            rng.shuffle(deck)
            return msgspec.structs.replace(player, deck=tuple(deck))
        cards = [*player.hand, *player.deck, *player.discard[:-1]]
        rng.shuffle(cards)
        hand, end = len(player.hand), len(player.hand) + len(deck)
        discard = (*cards[end:], *player.discard[-1:])
        return msgspec.structs.replace(
            player, hand=tuple(cards[:hand]), deck=tuple(cards[hand:end]), discard=discard
        )

    players = tuple(otherwise(number, player) for number, player in enumerate(state.players))
    return msgspec.structs.replace(state, players=players)


def half_otherwise(rng: Random, state: Any, seat: int) -> Any:
    """Another half behind the screen, as far laid as the rival's is."""
    rival, screen = 1 - seat, state.screen
    if state.phase != "set-up" or not screen.based[rival]:
        return state
    event = dealt(state, rival, rng.randrange)
    tiles = tuple((kind, at) for at, kind in event.terrain.items())[: screen.drawn[rival]]
    ready = screen.ready[rival]
    return with_half(state, rival, Half(event.base, tiles, event.pieces if ready else (), whole=ready))


OTHERWISE = {
    "zombinion": hands_otherwise,
    "zones": half_otherwise,
    "zoon_alternate": cards_otherwise,
    "zoondo": cards_otherwise,
}


def telling(name: str, state: Any, seat: int, number: int) -> bool:
    """Whether what is hidden may matter to what a seat chooses here: at once, or as soon as it draws or attacks."""
    if name == "zones":
        return bool(state.phase == "set-up") and number % 4 == 0
    if name != "zombinion":
        return number % 4 == 0
    cards = [state.agreed.cards[card] for card in state.players[seat].hand]
    return number > 60 and any(card.is_action and (card.cards or "attack" in card.types) for card in cards)


def otherwise_chosen(name: str, game: Game[Any]) -> tuple[int, int]:
    """In how many of the moments that tell another truth looks the same, and in how many of them it is played so."""
    rng, apart, differ = Random(7), 0, 0
    for seed, events in MOMENTS[name]:
        for number, state in enumerate(states(GAMES[name], seed, events)):
            turn = game.turn(state)
            assert isinstance(turn, Seats)
            seat = min(turn.seats)
            if not telling(name, state, seat, number):
                continue
            other = OTHERWISE[name](rng, state, seat)
            assert game.view(other, seat) == game.view(state, seat)
            if other != state:
                apart += 1
                one, two = (
                    Search(game, truth, seat, Random(number).randrange, lambda: False).best(FEW)
                    for truth in (state, other)
                )
                differ += one != two
    return apart, differ


MOMENTS = {
    "zombinion": ((5, 260), (6, 260)),
    "zones": ((5, 60),),
    "zoon_alternate": ((5, 60),),
    "zoondo": ((5, 60),),
}
"""By game, seeds and how many events are played."""


@pytest.mark.parametrize("name", SECRET)
def test_in_every_truth_that_looks_the_same_a_seat_chooses_the_same(name: str) -> None:
    apart, differ = otherwise_chosen(name, GAMES[name])
    assert differ == 0 and apart >= (24 if name == "zombinion" else 4)


def leaky(game: Game[Any], leaks: Callable[[Any, Any, int], Any]) -> Game[Any]:
    """The game with worlds that hold something that the seat cannot know: what `leaks` takes over from the truth."""

    def world_for(state: Any, seat: int, rng: Any) -> Any:
        return leaks(state, game.world_for(state, seat, rng), seat)

    made: Game[Any] = type("Leaky", (type(game),), {"world_for": staticmethod(world_for)})()
    return made


def own_deck(state: Any, world: Any, seat: int) -> Any:
    """The order of the own deck."""
    players = list(world.players)
    players[seat] = msgspec.structs.replace(players[seat], deck=state.players[seat].deck)
    return msgspec.structs.replace(world, players=tuple(players))


def rivals(state: Any, world: Any, seat: int) -> Any:
    """The rivals' hands and decks."""
    players = tuple(world.players[n] if n == seat else state.players[n] for n in range(len(state.players)))
    return msgspec.structs.replace(world, players=players)


@pytest.mark.parametrize(
    ("name", "leaks"),
    [
        *((name, lambda state, _world, _seat: state) for name in SECRET),
        ("zombinion", own_deck),
        ("zombinion", rivals),
    ],
    ids=[*SECRET, "own deck", "rivals"],
)
def test_a_game_that_leaks_is_found_out(name: str, leaks: Callable[[Any, Any, int], Any]) -> None:
    """So the test above can fail: a game that lets the truth into its worlds does not pass it."""
    assert otherwise_chosen(name, leaky(GAMES[name], leaks))[1] > 0


@pytest.mark.parametrize("name", SECRET)
def test_a_seat_sees_the_same_in_its_worlds_and_they_are_sound(name: str) -> None:
    game, rng, apart = GAMES[name], Random(3), 0
    for state in states(game, 11):
        for seat in (0, 1):
            world = game.world_for(state, seat, rng.randrange)
            assert game.faults(world) == ()
            assert game.view(world, seat) == game.view(state, seat)
            assert game.turn(world) == game.turn(state)
            apart += world != state
    assert apart > 10


def test_the_corner_that_a_rival_touched_is_not_known() -> None:
    game = GAMES["zoondo"]
    fights = (state for seed in range(9) for state in states(game, seed, 120) if state.duel is not None)
    state = next(one for one in fights if one.duel.to_touch(one.agreed) == (one.duel.seat,))
    seat = 1 - state.duel.seat
    touched = game.after(state, Touched(state.duel.seat, "tl"))
    rng = Random(1)
    corners = {game.world_for(touched, seat, rng.randrange).duel.defender.corner for _ in range(60)}
    assert corners == {"tl", "tr", "br", "bl"}
    mine = {game.world_for(touched, 1 - seat, rng.randrange).duel.defender.corner for _ in range(9)}
    assert mine == {"tl"}


def test_nor_is_the_corner_that_the_defender_touched_first() -> None:
    game = GAMES["zoondo"]
    setup = checked(game, Setup(2, (("knowing", "shown"), ("touching", "either"))))
    events = played_by_lot(game, setup, 3, 200)
    state = next(one for one in events if one.duel is not None and len(one.duel.to_touch(one.agreed)) == 2)
    first = 1 - state.duel.seat
    touched = game.after(state, Touched(first, "tl"))
    rng = Random(1)
    corners = {game.world_for(touched, 1 - first, rng.randrange).duel.attacker.corner for _ in range(60)}
    assert corners == {"tl", "tr", "br", "bl"}
    assert game.world_for(touched, first, rng.randrange).duel.attacker.corner == "tl"


@pytest.mark.parametrize("name", ["zoon_alternate", "zoondo"])
def test_cards_that_nobody_told_get_faces_that_can_have_done_what_they_did(name: str) -> None:
    game, rng, claims = GAMES[name], Random(2), 0
    for state in played_by_lot(game, agreed(game, 2, told=False), 4, 60, told=False):
        if isinstance(game.turn(state), Over) or state.phase != "play":
            continue
        claims += any(piece is not None and bool(piece.claims) for piece in state.board)
        world = game.world_for(state, None, rng.randrange)
        assert game.faults(world) == ()
        covered = [piece for piece in world.board if piece is not None and piece.card is None]
        assert len(covered) <= 1, "only a defender that is to be turned up now"
        assert sum(map(len, world.stock.unseen)) <= 2
    assert claims
