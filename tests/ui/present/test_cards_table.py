"""A game of piles for four at the screen: tiles, numbers, what is told by touch, what "done" says, decks counted."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.game import Over, Setup, legal
from companion.games import all_games
from companion.rulebook import rule
from companion.sight import Look, Thing
from companion.weigh import Difference
from tests.ui.at_desk import model_of
from ui.pages.desk import Desk
from ui.pages.picking import SupplySide, is_bare, owned
from ui.pages.played_table import PlayedTable
from ui.pages.tableside import laying
from ui.present.names import card_facts, reference
from ui.present.touches import Touch, TouchSquare, at, calls
from ui.records.beginning import once_more
from ui.watching import perfect_eye

GAME = all_games()["zombinion"]
Make = Callable[[str], Desk]


def key(desk: Desk, words: str) -> Touch:
    """The action behind a key whose words begin or end with these."""
    shown = model_of(desk)
    keys = (*shown.answers, *shown.tools, *shown.helps)
    return next(b.action for b in keys if b.words.startswith(words) or b.words.endswith(words))


def test_every_pile_has_a_tile_with_its_name_its_cost_and_its_number(made: Make) -> None:
    desk = made("cards-action")
    tiles = {tile.action.square: tile for tile in model_of(desk).tiles}
    state = desk.session.referee.state
    given = GAME.dump_position(state)["supply"]
    assert set(tiles) == {*given, "trash"}
    for card, count in given.items():
        facts = card_facts(GAME, desk.session.referee.setup, card)
        assert tiles[card].words == facts.name and tiles[card].before == str(facts.cost)
        assert tiles[card].after == f"×{count}" and tiles[card].faded == (count == 0)


def test_what_can_be_taken_now_is_lit_and_nothing_else(made: Make) -> None:
    for name in ("cards-hunt", "cards-gain", "cards-action"):
        desk = made(name)
        lit = {tile.action.square for tile in model_of(desk).tiles if tile.lit}
        events: list[Any] = legal(GAME, desk.session.referee.state)
        taken = {e.card for e in events if type(e).__name__ == "Took"}
        gained = {card for e in events if e.what == "gain" for card in e.cards}
        assert lit == taken | gained, name
    assert {t.action.square for t in model_of(made("cards-hunt")).tiles if t.lit}


def test_every_pile_shows_its_cards_picture_and_what_cannot_be_taken_is_faded(made: Make) -> None:
    desk = made("cards-hunt")
    tiles = {tile.action.square: tile for tile in model_of(desk).tiles}
    for card, tile in tiles.items():
        assert tile.card == (None if card == "trash" else Thing("card", card, "up", "zombinion"))
        assert tile.faded != tile.lit
    assert tiles["molti-piu-zombi"].faded and tiles["zombi"].lit
    assert not any(tile.faded for tile in model_of(made("cards-action")).tiles if tile.after != "×0")


def test_a_pile_that_is_still_to_be_laid_is_marked_with_its_name() -> None:
    setup = Setup(2)
    look = GAME.look(GAME.start(setup)).regions
    missing = [Difference(name, look[name], ()) for name in ("fucile-a-pompa", "esca")]
    marks, lines, _wrong = laying(missing, ("Ann", "Ben"), lambda label: card_facts(GAME, setup, label).name)
    assert [(mark.kind, mark.words) for mark in marks] == [
        ("missing", "Fucile a pompa"),
        ("missing", "Esca"),
    ]
    assert lines[-1] == "Piles still to lay: Fucile a pompa and Esca"


def test_large_numbers_are_those_of_the_seat_to_act(made: Make) -> None:
    desk = made("cards-hunt")
    given, tally = GAME.dump_position(desk.session.referee.state), model_of(desk).tally
    assert tally is not None
    assert [number for _words, number in tally.numbers] == [
        given["actions"],
        given["targets"],
        given["shots"],
    ]


def test_tiles_and_table_are_one_touch_apart(fresh: Make) -> None:
    desk = fresh("cards-action")
    tally = model_of(desk).tally
    assert tally is not None and tally.switch is not None
    desk.send(tally.switch.action)
    shown = model_of(desk)
    assert shown.tiles == () and dict(shown.board.counts)["pallottola"] > 0
    assert shown.tally is not None and shown.tally.switch is not None
    desk.send(shown.tally.switch.action)
    assert model_of(desk).tiles


def test_a_touched_pile_shows_its_rule_its_corrections_and_what_may_be_said(fresh: Make) -> None:
    desk = fresh("cards-hunt")
    desk.send(TouchSquare("esca"))
    shown = model_of(desk)
    assert shown.headline == "Esca" and shown.card is not None and shown.card.label == "esca"
    assert shown.banner is None and shown.notes == (rule("zombinion", "zb-esca").words,)
    entries = len(desk.session.referee.entries)
    desk.send(key(desk, "takes Esca"))
    assert [type(e.event).__name__ for e in desk.session.referee.entries[entries:]] == ["Took"]


def test_every_card_has_a_rule_of_its_own() -> None:
    for card in GAME.dump_position(GAME.start(Setup(2)))["supply"]:
        found = reference(GAME, card)
        assert found is not None and found.id == f"zb-{card}"


def test_an_owners_correction_is_said_and_counts() -> None:
    corrected = Setup(2, facts=(("copertura.cost", 4),))
    facts = card_facts(GAME, corrected, "copertura")
    assert facts.cost == 4 and facts.corrected == ("cost: 4, not 5",)
    assert card_facts(GAME, Setup(2), "copertura").cost == 5


def test_done_ends_the_phase_where_nothing_else_can_be_meant(fresh: Make) -> None:
    desk = fresh("cards-action")
    entries = len(desk.session.referee.entries)
    desk.send(at(PlayedTable.press_button, "done"))
    (entry,) = desk.session.referee.entries[entries:]
    assert type(entry.event).__name__ == "Ended" and is_bare(entry.event) and entry.by == "touch"
    assert GAME.dump_position(desk.session.referee.state)["phase"] == "hunt"


def test_the_panels_done_says_the_same_and_the_record_tells_who(fresh: Make) -> None:
    from ui.box.session import Press

    desk = fresh("cards-action")
    desk.session.inbox.post_press(Press("done", "panel"))
    desk.tick()
    assert (type(desk.session.referee.entries[-1].event).__name__, desk.session.referee.entries[-1].by) == (
        "Ended",
        "panel",
    )


@pytest.mark.parametrize("name", ["cards-attack", "cards-discard", "cards-gain"])
def test_done_answers_no_question(name: str, fresh: Make) -> None:
    desk = fresh(name)
    entries = len(desk.session.referee.entries)
    desk.send(at(PlayedTable.press_button, "done"))
    assert len(desk.session.referee.entries) == entries


def test_done_ends_nothing_while_something_is_untidy_or_looked_at(fresh: Make) -> None:
    desk = fresh("cards-action")
    entries = len(desk.session.referee.entries)
    desk.send(TouchSquare("esca"))
    desk.session.done()
    assert len(desk.session.referee.entries) == entries
    desk.send(at(PlayedTable.close))
    look = dict(desk.session.reply.look.regions)
    look["play.2"] = (Thing("card", "caricatore", "up", "zombinion"),)
    desk.session._scene = replace(perfect_eye.scene(Look(look)), still_for=1.0)
    desk.session.done()
    assert len(desk.session.referee.entries) == entries


def test_an_attack_is_answered_in_one_touch(fresh: Make) -> None:
    for words, yes in (("shows no Barricata", False), ("does not reach there", True)):
        desk = fresh("cards-attack")
        desk.send(key(desk, words))
        event: Any = desk.session.referee.entries[-1].event
        assert (event.what, event.yes) == ("react", yes)


def test_a_card_played_is_told_in_two_touches(fresh: Make) -> None:
    desk = fresh("cards-action")
    desk.send(key(desk, "Say which card was played"))
    events: list[Any] = legal(GAME, desk.session.referee.state)
    playable = {e.card for e in events if type(e).__name__ == "Played"}
    assert [tile.action.given[1] for tile in model_of(desk).tiles] == [
        e.card for e in events if e.card in playable
    ]
    desk.send(model_of(desk).tiles[0].action)
    assert type(desk.session.referee.entries[-1].event).__name__ == "Played"
    assert model_of(desk).kind == "play"


def test_several_cards_are_counted_and_told_as_soon_as_a_rule_allows_them(fresh: Make) -> None:
    desk = fresh("cards-shot")
    shown = model_of(desk)
    assert [tile.after for tile in shown.tiles if tile.lit] == ["2", "1"]
    less = next(tile.less for tile in shown.tiles if tile.less is not None)
    desk.send(less)
    assert [tile.after for tile in model_of(desk).tiles if tile.lit] == ["1", "1"]
    desk.send(model_of(desk).answers[0].action)
    event: Any = desk.session.referee.entries[-1].event
    assert type(event).__name__ == "Shot" and len(event.cards) == 2


def test_more_than_can_be_in_the_hand_cannot_be_told_and_the_rule_says_why(fresh: Make) -> None:
    desk = fresh("cards-shot")
    for _n in range(9):
        desk.send(model_of(desk).tiles[0].action)
    shown = model_of(desk)
    assert not shown.answers[0].enabled and shown.body


def test_unseen_discards_are_told_by_their_number(made: Make) -> None:
    desk = made("cards-discard")
    said = [b.action.given[0] for b in model_of(desk).helps if calls(b.action, PlayedTable.tell)]
    assert said and all(event.card is None and set(event.cards) <= {None} for event in said)
    assert [len(event.cards) for event in said] == list(range(len(said)))


def test_only_what_the_last_event_changed_is_marked(made: Make) -> None:
    marked = {mark.region for mark in model_of(made("cards-table")).board.marks if mark.kind == "moved"}
    seat = made("cards-table").session.referee.entries[-1].event.seat  # type: ignore[attr-defined]
    assert f"play.{seat}" in marked
    assert not marked & set(GAME.dump_position(made("cards-table").session.referee.state)["supply"])


def test_four_agree_to_a_take_back(fresh: Make) -> None:
    desk = fresh("cards-agree")
    entries = len(desk.session.referee.entries)
    for seat in (0, 1, 3):
        assert len(desk.session.referee.entries) == entries
        desk.send(key(desk, f"{('Ann', 'Ben', 'Cleo', 'Dan')[seat]} agrees"))
    assert desk.session.referee.entries[-1].event.agreed == (0, 1, 2, 3)  # type: ignore[attr-defined]


def test_a_card_too_dear_is_refused_in_the_rules_words(made: Make) -> None:
    shown = model_of(made("cards-refuse"))
    assert shown.kind == "refuse" and shown.banner is not None
    assert shown.banner.words == rule("zombinion", "zb-10-shots").short


def test_the_end_tells_each_seats_points_winners_first(made: Make) -> None:
    desk = made("cards-over")
    turn = desk.session.reply.turn
    assert isinstance(turn, Over)
    lines = [line for line in model_of(desk).body if "points" in line]
    assert len(lines) == 4
    names = desk.side.moment().names  # type: ignore[union-attr]
    assert lines[0].startswith(names[turn.winners[0]])


def test_playing_again_hands_the_winners_on_and_keeps_the_rest(fresh: Make) -> None:
    desk = fresh("cards-over")
    old, turn = desk.session.referee.setup, desk.session.reply.turn
    assert isinstance(turn, Over)
    desk.send(key(desk, "Play again"))
    new = desk.session.referee.setup
    assert new.players == old.players and new.seats == old.seats == 4
    assert new.option("winners-before", "?") == " ".join(map(str, turn.winners))
    assert new.option("set", "") == old.option("set", "")
    assert desk.session.referee.entries == ()
    lot = GAME.turn(GAME.start(new))
    assert len(turn.winners) > 1 or getattr(lot, "seats", None) == {(turn.winners[0] + 1) % 4}


def test_a_game_without_such_an_option_is_simply_played_again() -> None:
    zoon = all_games()["zoon_alternate"]
    setup = Setup(2, players=("Ann", "Ben"))
    assert once_more(zoon, setup, Over((0,), "", "")) == setup


def test_a_deck_is_counted_in_batches_against_the_book(made: Make) -> None:
    desk = made("cards-decks")
    assert desk.side is not None
    check = desk.side.supply.deck_check
    assert check is not None and sum(check.counted.values()) == 14 and len(check.lying) == 7
    assert sum(check.owned.values()) == sum(check.missing.values()) + 14
    last = check.taken()
    assert sum(last.counted.values()) == 21 and not last.beyond


def test_a_missing_and_a_foreign_card_are_named(fresh: Make) -> None:
    desk = fresh("cards-over")
    desk.send(key(desk, "Count the decks"))
    assert desk.side is not None
    check = desk.side.supply.deck_check
    assert check is not None
    gone = next(iter(check.owned))
    for card, count in check.owned.items():
        for _n in range(count - (card == gone)):
            desk.send(at(SupplySide.deck_count, card, 1))
    shown = model_of(desk)
    name = card_facts(GAME, Setup(4), gone).name
    assert shown.banner is not None and shown.banner.more == f"Missing: {name}"
    desk.send(at(SupplySide.deck_count, gone, 1))
    assert model_of(desk).banner.tone == "good"  # type: ignore[union-attr]
    desk.send(at(SupplySide.deck_count, gone, 1))
    assert model_of(desk).banner.more == f"Not in the book: {name}"  # type: ignore[union-attr]
    desk.send(key(desk, "Next: Ben"))
    assert desk.side.supply.deck_check is not None and desk.side.supply.deck_check.seat == 1
    desk.send(key(desk, "Enough"))
    assert model_of(desk).kind == "over"


def test_what_the_book_says_a_seat_owns_is_what_it_began_with() -> None:
    assert owned(GAME, GAME.start(Setup(2)), 1) == {"pallottola": 7, "zombi": 3}
