"""How a game ended, in the words that lists and screens show."""

from collections.abc import Sequence

from companion.game import Over


def seat_name(seat: int, players: Sequence[str]) -> str:
    """A player's name, or "Seat 1" for the first seat where nobody gave one."""
    return players[seat] if seat < len(players) and players[seat] else f"Seat {seat + 1}"


def result(over: Over, players: Sequence[str]) -> str:
    """Who won, or that nobody did, and why."""
    why = over.why[:1].upper() + over.why[1:]
    if not over.winners:
        return f"A draw. {why}"
    names = " and ".join(seat_name(seat, players) for seat in over.winners)
    return f"{names} won. {why}"
