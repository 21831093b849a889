"""What becomes of each step of a card: done at once, or left until people have answered; and what an answer does."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import cast

from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zombinion.cards import BARRICATA, PALLOTTOLA, PROIETTILI, Effect, effects
from companion.games.zombinion.draft import Draft, turn_over
from companion.games.zombinion.events import YES_OR_NO, Chose, Revealed, What
from companion.games.zombinion.state import Lack, Player, Slots, State, Step, is_sort, removed
from companion.language import _, several

# What Action cards do: what each adds, draws, and then puts onto `todo` as steps.
#
# Source: ledger 4.5, Dominion's first edition (decision ZB-01); the text of each card in the rules. What a card adds
# (+X) is in its facts. A step is a value in the state, so that any moment can be kept, taken back and gone on from.


TUTTO = "tutto-per-tutto"


def play(d: Draft, seat: int, card: str, *, again: bool = False) -> None:
    """Carry out an Action card that lies in play; an Attack first asks who shows a Barricata (decision ZB-21)."""
    step = Step("act", seat, card, again=again)
    if d.agreed.cards[card].is_attack:
        d.push(*(Step("react", other, card, of=seat) for other in d.others(seat)), step)
    else:
        act(d, step)


def act(d: Draft, step: Step) -> None:
    """The card's own words from top to bottom: what it adds, what it draws, then the rest."""
    card, seat = d.agreed.cards[step.card], step.seat
    d.actions += card.actions
    d.targets += card.targets
    d.shots += card.shots
    if card.id == "deposito" and not step.again and card.id in (p := d.players[seat]).in_play:
        # It is trashed the first time only (decision ZB-19); the gain does not depend on that.
        d.players[seat] = replace(p, in_play=removed(p.in_play[::-1], card.id)[::-1])
        d.trash = (*d.trash, card.id)
    elif card.id == "fuga-rapida" and d.left(PROIETTILI):
        # A Proiettili of the supply comes onto the deck, where there is one (decision ZB-16).
        d.out_of_supply(PROIETTILI)
        d.onto_deck(seat, PROIETTILI)
        d.passed.append(Chose(seat, "gain", (PROIETTILI,)))
    own = effects()[card.id]
    if own.each or own.then:
        d.push(*_steps(d, step, own))
    if card.cards:
        d.draw(seat, card.cards, card.id)


def _steps(d: Draft, step: Step, own: Effect) -> Iterator[Step]:
    """What a card leaves to be done: what is done for `each` seat from the left neighbour on, `then` the rest."""
    seat, limit = step.seat, d.agreed.cards[step.card].limit
    owners = [(seat, own.each)] if own.all else []
    if own.each:
        owners += [(other, own.each) for other in d.others(seat, step.safe)]
    for owner, parts in (*owners, (seat, own.then)):
        for part in parts:
            n, by = limit if part.n == "limit" else part.n, part.by
            if by:
                yield Step(part.do, seat if by == "player" else d.others(seat)[0], step.card, n, owner)
            else:
                yield Step(part.do, owner, step.card, n)


def what_of(step: Step) -> What:
    return cast(What, step.do)


def whose(step: Step) -> int:
    return step.seat if step.of is None else step.of


def sort_of(step: Step) -> str:
    """What a step lets its seat choose out of the hand: a card's id or a type; empty where any card may be."""
    by_card = {"proiettili-esplosivi": "pallottola", "ricarica": "treasure"}
    return {"topdeck": "victory", "twice": "action"}.get(step.do) or by_card.get(step.card, "")


WAITS, DONE = True, False


def settle(d: Draft) -> None:
    """Do what is due until people have to say or do something."""
    todo = d.todo
    while todo:
        step = todo[-1]
        if step.do in AT_ONCE:
            todo.pop()
            AT_ONCE[step.do](d, step)
        elif MAY_WAIT[step.do](d, step):
            return


def skipped(d: Draft, seat: int, what: What, *, yes: bool | None = None) -> bool:
    """A choice that leaves nothing to choose is made by itself; it may be told all the same."""
    d.todo.pop()
    d.passed.append(Chose(seat, what, yes=yes))
    return DONE


def _reveal(d: Draft, step: Step) -> bool:
    """Cards of the deck are laid open, known ones by themselves; Tutto x tutto counts only Mirare."""
    seat, n = step.seat, step.n
    d.todo.pop()
    while n > 0:
        p = d.players[seat]
        if not p.deck:
            if not p.discard:
                return DONE
            if not d.shuffle(seat, Step("reveal", seat, step.card, n)):
                return DONE
            p = d.players[seat]
        top = p.deck[0]
        if top is None:
            d.todo.append(Step("reveal", seat, step.card, n))
            return WAITS
        d.reveal(seat, top)
        d.passed.append(Revealed(seat, top))
        n = left_to_reveal(d, step.card, n, top)
    return DONE


def left_to_reveal(d: Draft, by: str, n: int, card: str) -> int:
    return n if by == TUTTO and not d.agreed.cards[card].is_treasure else n - 1


def _choose(d: Draft, step: Step) -> bool:
    """A choice is waited for where there is something to choose, as far as the table knows; else it is made at once."""
    p, known, shown = d.players[step.seat], d.agreed.cards, d.players[whose(step)].shown
    yes: bool | None = None
    match step.do:
        case "react":
            # A seat that may hold a Barricata is asked once: who has none says no.
            can, yes = p.seems_to_hold(d.agreed, BARRICATA), False
        case "discard":
            # Esca: any number. Piano superiore: down to the limit.
            can = len(p.hand) > step.n
        case "trash" | "topdeck" | "twice":
            sort = sort_of(step)
            can = p.could_hold(known, sort) if sort else bool(p.hand)
        case "gain":
            can = any(gainable(d, step))
        case "deck-to-discard":
            # Of an empty deck a yes says as little as a no.
            can, yes = bool(p.deck), False
            if not can:
                d.passed.append(Chose(step.seat, "deck-to-discard", yes=True))
        case "thief-trash":
            can = any(known[card].is_treasure for card in shown)
        case "thief-gain":
            can = bool(step.cards)
        case "spy-discard":
            can, yes = bool(shown), False
        case _:
            can = bool(shown)
    return WAITS if can else skipped(d, step.seat, what_of(step), yes=yes)


def gainable(at: State | Draft, step: Step) -> Iterator[str]:
    only, piles = step.card == "ricarica", zip(at.agreed.priced, at.supply, strict=True)
    return (
        card.id for card, left in piles if left and card.cost <= step.n and (card.is_treasure or not only)
    )


def _discard_shown(d: Draft, step: Step) -> None:
    p = d.players[step.seat]
    if p.shown:
        d.players[step.seat] = replace(p, discard=p.discard + p.shown, shown=())


def _take_shown(d: Draft, step: Step) -> None:
    """Radio: the rest goes into the hand. Tutto x tutto: the Mirare do, and the rest is discarded."""
    p, known = d.players[step.seat], d.agreed.cards
    taken = tuple(card for card in p.shown if step.card != TUTTO or known[card].is_treasure)
    rest = tuple(card for card in p.shown if step.card == TUTTO and not known[card].is_treasure)
    d.players[step.seat] = replace(p, hand=p.hand + taken, discard=p.discard + rest, shown=())


def _hide(d: Draft, step: Step) -> None:
    """Nascondiglio: one card after the other until the hand is full; each Action drawn may be set aside.

    Where every deck is told it is asked of each card that may be one for all that the table knows: to ask of some only
    would tell which they are. `n` counts the cards drawn unseen: among those people say which Action they set aside,
    when the hand is full.
    """
    seat, known = step.seat, d.agreed.cards
    full, n = known[step.card].limit, step.n
    while len(d.players[seat].hand) < full:
        p = d.players[seat]
        if not p.deck:
            if not p.discard:
                break
            if not d.shuffle(seat, Step("hide", seat, step.card, n)):
                return
            continue
        top = p.deck[0]
        d.draw(seat, 1, step.card)
        if top is None:
            n += 1
        elif known[top].is_action or (d.agreed.known and d.players[seat].seems_to_hold(d.agreed, "action")):
            d.push(Step("set-aside", seat, step.card, cards=(top,)), Step("hide", seat, step.card, n))
            return
    if n:
        d.push(Step("set-aside", seat, step.card, n))
    else:
        d.passed.append(Chose(seat, "set-aside", yes=False))


def _set_aside(d: Draft, step: Step) -> bool:
    """Asked for a known card that was drawn, or for any Action among the cards drawn unseen."""
    if step.cards:
        return WAITS
    p = d.players[step.seat]
    if None in p.hand and replace(p, hand=(None,)).could_hold(d.agreed.cards, "action"):
        return WAITS
    return skipped(d, step.seat, "set-aside", yes=False)


def _shuffle(d: Draft, step: Step) -> bool:
    """An order is waited for, unless by now a card is unseen: then nothing can be learnt from it."""
    if not d.players[step.seat].unseen:
        return WAITS
    d.todo.pop()
    d.shuffle(step.seat, step)
    return DONE


AT_ONCE: dict[str, Callable[[Draft, Step], None]] = {
    "act": act,
    "again": lambda d, step: play(d, step.seat, step.card, again=True),
    "draw": lambda d, step: d.draw(step.seat, step.n, step.card),
    "curse": lambda d, step: d.infect(step.seat),
    "discard-shown": _discard_shown,
    "take-shown": _take_shown,
    "hide": _hide,
    "next-turn": lambda d, step: turn_over(d, step.seat),
}
"""What nobody has to say or do anything for."""
MAY_WAIT: dict[str, Callable[[Draft, Step], bool]] = {
    **dict.fromkeys(
        ("react", "discard", "trash", "gain", "topdeck", "twice", "deck-to-discard", "spy-discard"), _choose
    ),
    **dict.fromkeys(("thief-trash", "thief-gain", "envoy-discard"), _choose),
    "reveal": _reveal,
    "set-aside": _set_aside,
    "shuffle": _shuffle,
}
"""What people may be waited for; True: they are."""


# What people answer to a card: whether it is one that the card asks for.


NO_ENDS_IT = ("react", "deck-to-discard", "set-aside")
"""After a no to one of these, nothing else in the answer counts."""


def is_answer(event: Event, what: str, seat: int) -> bool:
    return isinstance(event, Chose) and event.what == what and event.seat == seat


def answer_breaches(state: State, step: Step, event: Chose) -> Iterator[Breach]:
    cards = event.slots()
    if event.what in YES_OR_NO:
        if event.yes is None and not cards:
            yield Breach("zb-as-it-asks", _("yes or no"))
    elif event.yes is not None and event.yes != bool(cards):
        yield Breach("zb-as-it-asks", _("cards"))
    if any(card is not None and card not in state.agreed.cards for card in cards):
        yield Breach("zb-as-it-asks", _("no such card"))
        return
    if event.cards and event.card not in (None, *event.cards):
        yield Breach("zb-as-it-asks", _("two different answers"))
    yield from _by_its_card(state, step, event, cards)


def _by_its_card(state: State, step: Step, event: Chose, cards: Slots) -> Iterator[Breach]:
    if event.what in NO_ENDS_IT and not event.says_yes():
        return
    known, player = state.agreed.cards, state.players[step.seat]
    shown, hand = state.players[whose(step)].shown, player.hand
    match event.what:
        case "react":
            if any(card != BARRICATA for card in cards):
                yield Breach("zb-as-it-asks", _("a Barricata"))
            if any(player.not_in_hand(known, step.seat, BARRICATA)):
                yield Breach("zb-21-barricata", known[BARRICATA].name)
        case "discard":
            if step.n and len(cards) != len(hand) - step.n:
                rule = "zb-as-it-asks" if cards else "zb-compulsory"
                yield Breach(rule, several("{n} to discard", "{n} to discard", len(hand) - step.n))
            if len(cards) > len(hand):
                yield Breach("zb-in-hand", several("{n} in hand", "{n} in hand", len(hand)))
            yield from _all_in_hand(state, step.seat, cards)
        case "trash":
            yield from _may_trash(state, step, cards)
        case "gain":
            yield from _may_gain(state, step, cards)
        case "topdeck" | "twice":
            # One card of this sort from the hand, or none where there is none.
            sort = sort_of(step)
            if not cards:
                yield from _none(state, step)
                return
            if len(cards) != 1 or not is_sort(known, cards[0], sort):
                yield Breach("zb-as-it-asks", _sort_words(state, sort))
            yield from _all_in_hand(state, step.seat, cards)
        case "deck-to-discard":
            yield from filter(None, (_bottom(player, cards[-1]) if cards else None,))
        case "set-aside":
            yield from _may_set_aside(state, step, cards)
        case "spy-discard":
            if cards and cards != shown:
                yield Breach("zb-as-it-asks", _("the card that was revealed"))
        case "thief-gain":
            if Counter(cards) - Counter(step.cards):
                yield Breach("zb-as-it-asks", _("Mirare that were trashed just now"))
        case "thief-trash" | "envoy-discard" if not cards:
            yield Breach("zb-compulsory", known[step.card].name)
        case "thief-trash":
            if len(cards) != 1 or cards[0] not in shown or not is_sort(known, cards[0], "treasure"):
                yield Breach("zb-as-it-asks", _("one Mirare of those revealed"))
        case "envoy-discard":
            if len(cards) != 1 or cards[0] not in shown:
                yield Breach("zb-as-it-asks", _("one of the cards that were revealed"))


def _bottom(player: Player, card: str | None) -> Breach | None:
    """Whether a card can have been the bottom of a deck that is turned over."""
    slot = player.deck[-1] if player.deck else None
    may_be = card in (None, slot) if slot is not None else card is None or card in player.unseen
    return None if may_be else Breach("zb-cannot-own", card or "")


def _may_set_aside(state: State, step: Step, cards: Slots) -> Iterator[Breach]:
    """A known card is asked for by name; among cards drawn unseen, an Action that the hand may hold is named.

    One drawn unseen before the known card may still be named while that one is asked for.
    """
    if step.cards:
        if not cards or cards == step.cards:
            if not all(state.agreed.cards[card].is_action for card in step.cards):
                yield Breach("zb-as-it-asks", _("an Action"))
            return
        if not any(below.do == "hide" and below.n for below in state.todo[-2:]):
            yield Breach("zb-as-it-asks", _("the Action that was drawn"))
    if len(cards) != 1 or cards[0] is None or not state.agreed.cards[cards[0]].is_action:
        yield Breach("zb-as-it-asks", _("an Action by name"))
    if not cards or cards[0] is None:
        return
    p = state.players[step.seat]
    if None not in p.hand or cards[0] not in p.unseen:
        yield Breach("zb-cannot-own" if None in p.hand else "zb-in-hand", cards[0])
    else:
        # Known cards were there before: the hand counts as if it held its unseen ones only.
        unseen = replace(p, hand=(None,) * p.hand.count(None))
        yield from unseen.not_in_hand(state.agreed.cards, step.seat, cards[0])


def _all_in_hand(state: State, seat: int, cards: Slots) -> Iterator[Breach]:
    known, player = state.agreed.cards, state.players[seat]
    for card in cards:
        if card is None:
            continue
        yield from player.not_in_hand(known, seat, card)
        player = player.from_hand(card) or player


def _may_trash(state: State, step: Step, cards: Slots) -> Iterator[Breach]:
    known = state.agreed.cards
    most = known[step.card].limit if step.card == "sacrificio" else 1
    if len(cards) > most or None in cards:
        words = _("at most {n}, shown").format(n=most) if most > 1 else _("one card, shown")
        yield Breach("zb-as-it-asks", words)
    if not cards:
        if most <= 1:
            yield from _none(state, step)
        return
    sort = sort_of(step)
    if sort and not is_sort(known, cards[0], sort):
        yield Breach("zb-as-it-asks", _sort_words(state, sort))
    yield from _all_in_hand(state, step.seat, cards)


def _sort_words(state: State, sort: str) -> str:
    words = {"treasure": _("a Mirare"), "victory": _("a Vittoria"), "action": _("an Action")}
    return words.get(sort) or _("a {card}").format(card=state.agreed.cards[sort].name)


def _none(state: State, step: Step) -> Iterator[Breach]:
    """A seat says that it has none of what is asked for: it may be so, as far as the cards are counted."""
    sort = sort_of(step)
    if not sort or not state.players[step.seat].could_lack(state.agreed.cards, sort):
        yield Breach("zb-compulsory", state.agreed.cards[step.card].name)


def _may_gain(state: State, step: Step, cards: Slots) -> Iterator[Breach]:
    if not cards:
        yield Breach("zb-compulsory", state.agreed.cards[step.card].name)
        return
    card = cards[0]
    if len(cards) != 1 or card is None:
        yield Breach("zb-as-it-asks", _("one card of the supply"))
    if card is None:
        return
    reason = no_pile(state, card)
    if reason is not None:
        yield reason
    facts = state.agreed.cards[card]
    if step.card == "ricarica" and not facts.is_treasure:
        yield Breach("zb-as-it-asks", _("a Mirare"))
    if facts.cost > step.n:
        yield Breach("zb-as-it-asks", _("a cost of at most {n}").format(n=step.n))


def no_pile(state: State, card: str) -> Breach | None:
    left = state.left(card)
    if left is None:
        return Breach("zb-no-such-pile", card)
    return None if left > 0 else Breach("zb-empty-pile", state.agreed.cards[card].name)


def answer(d: Draft, event: Chose) -> None:
    """An answer counts for the step that awaits it; any other is laid as people would lay it."""
    step = d.todo[-1] if d.todo else None
    slots = tuple([card for card in event.slots() if card is None or card in d.agreed.cards])
    if step is None or step.do != event.what or step.seat != event.seat:
        _unasked(d, event, slots)
        return
    d.todo.pop()
    seat, other, cards = step.seat, whose(step), tuple([card for card in slots if card is not None])
    shown = d.players[other].shown
    if step.do in NO_ENDS_IT and not event.says_yes():
        return
    if step.do in ("topdeck", "twice") and not slots:
        _has_none(d, step)
    match step.do:
        case "react":
            # The card stays in the hand, known; the Attack that waits below does not reach the seat.
            d.players[seat] = d.players[seat].shown_in_hand(BARRICATA)
            d.passed.append(Chose(seat, "react", yes=True))
            at = _below(d, "act")
            if at is not None:
                act = d.todo[at]
                d.todo[at] = Step(act.do, act.seat, act.card, safe=(*act.safe, seat), again=act.again)
        case "discard":
            d.onto_discard(seat, d.slots_out_of_hand(seat, slots))
            if not step.n:
                d.draw(seat, len(slots), step.card)
        case "trash":
            _trash(d, step, cards)
        case "gain":
            for card in cards:
                d.out_of_supply(card)
                if step.card == "ricarica":
                    d.into_hand(seat, (card,))
                else:
                    d.onto_discard(seat, (card,))
        case "topdeck":
            for card in cards:
                d.out_of_hand(seat, card)
                d.onto_deck(seat, card)
        case "twice":
            # The card is carried out whole, then once more; neither takes an Azione (decision ZB-20).
            for card in cards:
                d.hand_to_play(seat, (card,))
                d.push(Step("again", seat, card))
                play(d, seat, card)
        case "deck-to-discard":
            _turn_deck_over(d, seat, slots)
        case "set-aside":
            _put_aside(d, step, cards)
        case "spy-discard":
            d.show(other, ())
            if event.says_yes():
                d.onto_discard(other, shown)
            else:
                for card in reversed(shown):
                    d.onto_deck(other, card)
        case "thief-trash":
            _thief_trash(d, step, cards)
        case "thief-gain":
            # Out of the cards trashed just now, which lie uppermost.
            for card in cards:
                d.out_of_trash(card)
                d.onto_discard(seat, (card,))
        case "envoy-discard":
            for card in cards:
                if card in (shown := d.players[other].shown):
                    d.show(other, removed(shown, card))
                    d.onto_discard(other, (card,))


def _unasked(d: Draft, event: Chose, cards: Slots) -> None:
    """Cards go where the word says; a yes or no to nothing changes nothing."""
    seat, known = event.seat, tuple(card for card in cards if card is not None)
    if event.what in ("trash", "thief-trash"):
        _trash_from_hand(d, seat, known)
    elif event.what == "discard":
        d.onto_discard(seat, d.slots_out_of_hand(seat, cards))
    elif event.what == "gain":
        for card in known:
            d.gain(seat, card)
    elif event.what == "topdeck":
        for card in known:
            d.out_of_hand(seat, card)
            d.onto_deck(seat, card)
    elif event.what == "twice":
        d.hand_to_play(seat, known)
    elif event.what == "deck-to-discard" and event.says_yes():
        _turn_deck_over(d, seat, known)


def _below(d: Draft, do: str) -> int | None:
    """Where the next step of a kind waits; None where a ruling has dropped it."""
    return next((at for at in reversed(range(len(d.todo))) if d.todo[at].do == do), None)


def _trash_from_hand(d: Draft, seat: int, cards: tuple[str, ...]) -> None:
    for card in cards:
        d.out_of_hand(seat, card)
    d.trash = d.trash + cards


def _trash(d: Draft, step: Step, trashed: tuple[str, ...]) -> None:
    """Proiettili esplosivi: shots for it. Ricarica and Rifornimento: a gain that may cost so much more."""
    known, sort = d.agreed.cards, sort_of(step)
    if not trashed:
        if sort:
            _has_none(d, step)
        return
    _trash_from_hand(d, step.seat, trashed)
    limit = known[step.card].limit
    if sort == PALLOTTOLA:
        d.shots += limit
    elif step.card != "sacrificio":
        d.push(Step("gain", step.seat, step.card, known[trashed[0]].cost + limit))


def _has_none(d: Draft, step: Step) -> None:
    """What a seat says that it has none of is kept in mind while its hand holds unseen cards."""
    p = d.players[step.seat]
    lack = Lack(sort_of(step), what_of(step))
    if None in p.hand and lack not in p.lacks and p.could_lack(d.agreed.cards, lack.sort):
        d.players[step.seat] = replace(p, lacks=(*p.lacks, lack))


def _turn_deck_over(d: Draft, seat: int, seen: Slots) -> None:
    """The whole deck is turned over onto the discards (decision ZB-23): its bottom card comes to lie uppermost."""
    p = d.players[seat]
    deck, unseen = p.deck, p.unseen
    if seen and deck and deck[-1] is None and seen[-1] is not None and seen[-1] in unseen:
        deck, unseen = (*deck[:-1], seen[-1]), removed(unseen, seen[-1])
    d.players[seat] = replace(p, deck=(), discard=p.discard + deck, unseen=unseen)


def _put_aside(d: Draft, step: Step, named: tuple[str, ...]) -> None:
    """Nascondiglio goes on drawing; where the cards were drawn unseen, another one may be set aside after that."""
    seat = step.seat
    aside = named or step.cards
    for card in aside:
        d.out_of_hand(seat, card)
    d.show(seat, d.players[seat].shown + aside)
    if not step.cards:
        d.push(Step("hide", seat, step.card, max(0, step.n - len(aside))))
    elif aside != step.cards:
        below = d.todo.pop() if d.todo and d.todo[-1].do == "hide" else step
        d.push(step, Step("hide", seat, step.card, max(0, below.n - len(aside))))


def _thief_trash(d: Draft, step: Step, cards: tuple[str, ...]) -> None:
    """Trashed out of the revealed cards; Ispezione's player may have it in the end."""
    seat = whose(step)
    for card in cards:
        shown = d.players[seat].shown
        if card in shown:
            d.show(seat, removed(shown, card))
        else:
            d.came(card)
        d.trash = (*d.trash, card)
        at = _below(d, "thief-gain")
        if at is not None:
            last = d.todo[at]
            d.todo[at] = Step(last.do, last.seat, last.card, cards=(*last.cards, card))
