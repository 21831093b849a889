"""Codes of an evening: short-lived, for one seat, used once; wrong ones are slowed down."""

from itertools import count
from random import Random

import pytest

from ui.web.site import (
    INVITED_SECONDS,
    MOST_ADDRESSES,
    MOST_PHONES,
    MOST_TOKENS,
    WAIT_SECONDS,
    WRONG_CODES,
    Evening,
    Guest,
    TooManyGuesses,
)


class Night:
    def __init__(self) -> None:
        self.now = 0.0
        numbers = count()
        self.evening = Evening(lambda: f"token {next(numbers)}", Random(1).randrange, lambda: self.now)


def test_an_invitation_lets_one_phone_in_to_its_seat() -> None:
    evening = Night().evening
    code = evening.invite(1)
    assert evening.is_invited(code)
    token = evening.let_in(f" {code[:3].lower()}-{code[3:]} ", "a")
    assert evening.guest(token) == Guest(1)
    assert not evening.is_invited(code)
    assert evening.let_in(code, "a") is None


def test_an_invitation_ends_by_itself_by_another_one_and_when_it_is_hidden() -> None:
    night = Night()
    evening = night.evening
    old = evening.invite(0)
    new = evening.invite(0)
    assert not evening.is_invited(old)
    assert evening.is_invited(new)
    night.now = INVITED_SECONDS
    assert evening.let_in(new, "a") is None
    hidden = evening.invite(0)
    evening.withdraw(0)
    assert evening.let_in(hidden, "b") is None


def test_the_code_of_the_evening_lets_in_to_watch_only() -> None:
    evening = Night().evening
    assert evening.guest(evening.let_in(evening.code, "a")) == Guest(None)
    assert evening.phones(0) == 0


def test_who_guesses_has_to_wait() -> None:
    night = Night()
    evening = night.evening
    for _n in range(WRONG_CODES):
        assert evening.let_in("WRONG1", "a") is None
    with pytest.raises(TooManyGuesses):
        evening.let_in(evening.code, "a")
    assert evening.let_in(evening.code, "b") is not None
    night.now = WAIT_SECONDS
    assert evening.let_in(evening.code, "a") is not None


def test_very_many_addresses_guess_no_more_than_one_does() -> None:
    evening = Night().evening
    for n in range(MOST_ADDRESSES + WRONG_CODES):
        assert evening.let_in("WRONG1", f"address {n}") is None
    with pytest.raises(TooManyGuesses):
        evening.let_in("WRONG2", "one more")
    assert evening.let_in("WRONG2", "address 7") is None, "who is known is counted alone"


def test_who_logs_in_again_and_again_puts_nobody_else_out() -> None:
    evening = Night().evening
    television, early = (evening.let_in(evening.code, name) for name in ("television", "many"))
    for _n in range(MOST_TOKENS):
        late = evening.let_in(evening.code, "many")
    assert evening.guest(television) == evening.guest(late) == Guest(None)
    assert evening.guest(early) is None
    many = [evening.let_in(evening.code, f"phone {n}") for n in range(MOST_TOKENS // 2)]
    assert evening.guest(many[0]) == evening.guest(television) == Guest(None)
    assert evening.guest(late) is not None, "the last one of the address that had most"


def test_who_may_watch_guesses_at_no_seat_between_two_right_codes() -> None:
    evening = Night().evening
    for _n in range(WRONG_CODES):
        assert evening.let_in("WRONG1", "a") is None
        if _n < WRONG_CODES - 1:
            assert evening.let_in(evening.code, "a") is not None
    with pytest.raises(TooManyGuesses):
        evening.meant(evening.invite(0), "a")


def test_a_seat_has_so_many_phones_and_the_first_makes_room() -> None:
    evening = Night().evening
    tokens = [evening.let_in(evening.invite(2), "a") for _n in range(MOST_PHONES + 1)]
    assert evening.guest(tokens[0]) is None
    assert evening.phones(2) == MOST_PHONES
    assert evening.guest(tokens[-1]) == Guest(2)


def test_seats_are_signed_out_one_by_one_and_with_their_game() -> None:
    evening = Night().evening
    first, second = (evening.let_in(evening.invite(seat), "a") for seat in (0, 1))
    watching = evening.let_in(evening.code, "a")
    evening.sign_out(0)
    assert evening.guest(first) is None
    assert evening.guest(second) == Guest(1)
    open_invitation = evening.invite(1)
    evening.end_game()
    assert evening.guest(second) is None
    assert not evening.is_invited(open_invitation)
    assert evening.guest(watching) == Guest(None)
    assert evening.guest(None) is None
