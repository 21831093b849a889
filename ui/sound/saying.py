"""What the voice says of the table: public headlines, and nothing of a page that is for one pair of eyes."""

from ui.present.models import TableModel

ALOUD = frozenset({"play", "dice", "layout", "over", "ask", "refuse", "lost", "agree"})
"""Faces of the table that are for everybody and tell what is due."""


def sayings(model: TableModel, *, private: bool) -> tuple[str, ...]:
    """The sentences that a face of the table asks to be said.

    `private`: somebody looks alone, or what lies on the table is not for all. Then nothing is said but whom to hand
    the screen to, before anything is seen.
    """
    if model.kind == "curtain":
        return (model.sign.name,) if model.sign is not None else ()
    if private or model.kind not in ALOUD:
        return ()
    if model.kind == "refuse":
        return tuple(part for part in (model.headline, model.banner.words if model.banner else "") if part)
    decided = (model.contest.words,) if model.contest is not None else ()
    banner = model.banner
    asked = (banner.words,) if banner is not None and banner.tone == "ask" and model.kind == "play" else ()
    awaited = model.body[:1] if model.kind in ("play", "dice", "agree") else ()
    return tuple(dict.fromkeys(part for part in (*decided, model.headline, *asked, *awaited) if part))


def news(before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """Of what is to be said, what was not said just before, as one text; empty where nothing is new."""
    return "\n".join(part if part[-1] in ".!?…" else f"{part}." for part in now if part not in before)
