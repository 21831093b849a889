"""A coach for everybody: agreed by all people at the table, one touch each, or there is none."""

from ui.pages.draft import Draft, agree
from ui.present.models import Banner, Button, OptionRow, SeatsModel, Tile
from ui.words import _

COACH = "coach"
"""The page on which all are asked."""


def coach_row(draft: Draft) -> OptionRow:
    """Whether a coach is agreed; its key leads to the page on which everybody is asked."""
    people = [seat for seat in range(draft.seats) if seat not in draft.box_seats]
    agreed = sum(draft.agrees(seat) for seat in people)
    off = Button(_("Off"), agree(Draft.without_coach), "plain" if any(draft.coach) else "chosen")
    if draft.coach_agreed:
        words = _("On: all agreed")
    elif agreed:
        words = _("{n} of {all} agreed").format(n=agreed, all=len(people))
    else:
        words = _("Ask everybody")
    on = Button(words, agree(Draft.on_page, COACH), "chosen" if draft.coach_agreed else "plain")
    return OptionRow(_("A coach for everybody"), (off, on))


def coach_page(draft: Draft) -> SeatsModel:
    """One key for each person: only with all of them there is a coach."""
    tiles = tuple(
        Tile(
            _("{name} agrees").format(name=draft.name_of(seat)),
            agree(Draft.agreeing, seat),
            detail=_("agreed") if draft.agrees(seat) else "",
            lit=draft.agrees(seat),
        )
        for seat in range(draft.seats)
        if seat not in draft.box_seats
    )
    about = Banner(
        "good" if draft.coach_agreed else "calm",
        _("The coach is on.")
        if draft.coach_agreed
        else _("A coach needs everybody: each touches their own key."),
        _(
            "It says what whoever is to act may do and why, and after the game what was missed. "
            "It knows no more than that person."
        ),
    )
    keys = (
        Button(_("No coach"), agree(Draft.without_coach), "quiet", "wrong"),
        Button(_("Done"), agree(Draft.on_page, "options"), "main", "done"),
    )
    return SeatsModel(draft.page, _("A coach for everybody"), (), (), (), about, keys, tiles=tiles)
