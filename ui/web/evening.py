"""Who may come in tonight: the evening's code for those who watch, and an invitation for each seat's own phone.

Codes are for people to read and type; what a browser keeps afterwards is a long token that nobody sees. Everything here
ends with the evening; what belongs to seats ends with their game. Called from the game's thread and from the web's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock

from companion.game import Seat
from ui.web.addresses import gives_way

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are mistaken for others: I and 1, L, O and 0."""
CODE_LENGTH = 6
INVITED_SECONDS = 120.0
"""Seconds for which an invitation holds; it is shown to one seat, and used once."""
MOST_PHONES = 4
"""Most phones of one seat; a further one takes the place of the first."""
WRONG_CODES = 5
WAIT_SECONDS = 30.0
"""Wrong codes after which an address must wait, and the seconds that it waits."""
MOST_TOKENS = 200
"""Most watching browsers remembered; the oldest one of the address with most of them makes room."""
MOST_ADDRESSES = 1000
"""Most addresses whose wrong codes are counted apart; all further ones are counted as one."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came in: to a seat, or to watch (None)."""

    seat: Seat | None


class TooManyGuesses(Exception):
    """Too many wrong codes came from an address; `seconds` until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class Evening:
    """One evening. `token` makes a long secret; `lots(n)` draws one of 0 … n - 1; `clock`: seconds that only grow."""

    def __init__(
        self, token: Callable[[], str], lots: Callable[[int], int], clock: Callable[[], float]
    ) -> None:
        self._token, self._lots, self._clock = token, lots, clock
        self._lock = RLock()
        self.code = self._drawn()
        self._invitations: dict[str, tuple[Seat, float]] = {}
        self._guests: dict[str, tuple[Guest, str]] = {}
        self._wrong: dict[str, tuple[int, float]] = {}

    def _drawn(self) -> str:
        return "".join(LETTERS[self._lots(len(LETTERS))] for _n in range(CODE_LENGTH))

    def invite(self, seat: Seat) -> str:
        """A code that lets one phone in to a seat, once and soon; one shown before for the same seat ends."""
        with self._lock:
            self._forget_old()
            self.withdraw(seat)
            code = self._drawn()
            while code == self.code or code in self._invitations:
                code = self._drawn()
            self._invitations[code] = (seat, self._clock() + INVITED_SECONDS)
            return code

    def withdraw(self, seat: Seat) -> None:
        """The invitation to a seat is not shown any longer, and ends."""
        with self._lock:
            self._invitations = {code: kept for code, kept in self._invitations.items() if kept[0] != seat}

    def is_invited(self, code: str) -> bool:
        """Whether an invitation still holds: neither used nor too old."""
        with self._lock:
            self._forget_old()
            return code in self._invitations

    def meant(self, code: str, address: str) -> Guest | None:
        """Whom a code would let in, which it still does afterwards; None for a wrong one. Raises TooManyGuesses.

        Counts a wrong code. A right one forgives none: who may watch could guess at seats between two of them.
        """
        written = _written(code)
        with self._lock:
            self._forget_old()
            known = address if len(self._wrong) < MOST_ADDRESSES or address in self._wrong else ""
            count, last = self._wrong.get(known, (0, 0.0))
            left = WAIT_SECONDS - (self._clock() - last)
            if count >= WRONG_CODES and left > 0:
                raise TooManyGuesses(int(left) + 1)
            if written == self.code:
                return Guest(None)
            if written in self._invitations:
                return Guest(self._invitations[written][0])
            self._wrong[known] = (count + 1, self._clock())
            return None

    def let_in(self, code: str, address: str) -> str | None:
        """The token of who comes in by a code, to a seat or to watch; None for a wrong one. Raises TooManyGuesses."""
        with self._lock:
            guest = self.meant(code, address)
            self._invitations.pop(_written(code), None)
            if guest is None:
                return None
            token = self._token()
            self._guests[token] = (guest, address)
            same = [(at, each) for each, (known, at) in self._guests.items() if known == guest]
            if guest.seat is None and len(same) > MOST_TOKENS:
                self._guests.pop(gives_way(same) or "")
            elif guest.seat is not None and len(same) > MOST_PHONES:
                del self._guests[same[0][1]]
            return token

    def guest(self, token: str | None) -> Guest | None:
        """Who holds a token; None for one that is not known, or not any longer."""
        with self._lock:
            return None if token not in self._guests else self._guests[token][0]

    def phones(self, seat: Seat) -> int:
        with self._lock:
            return sum(guest.seat == seat for guest, _at in self._guests.values())

    def sign_out(self, seat: Seat) -> None:
        """The phones of a seat are its own no longer."""
        with self._lock:
            self.withdraw(seat)
            self._guests = {token: kept for token, kept in self._guests.items() if kept[0].seat != seat}

    def end_game(self) -> None:
        """No phone is any seat's; who watches may stay."""
        with self._lock:
            self._invitations.clear()
            self._guests = {token: kept for token, kept in self._guests.items() if kept[0].seat is None}

    def _forget_old(self) -> None:
        now = self._clock()
        self._invitations = {code: kept for code, kept in self._invitations.items() if kept[1] > now}
        self._wrong = {address: kept for address, kept in self._wrong.items() if now - kept[1] < WAIT_SECONDS}


def _written(code: str) -> str:
    """A code as people type it: capitals or small, with signs between."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[: 2 * CODE_LENGTH]
