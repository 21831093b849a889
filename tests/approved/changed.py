"""Plain data and text with one thing otherwise than it should be."""

import json
from collections.abc import Iterator
from typing import Any

from tests.approved.chance import below, one_of

ODD: tuple[Any, ...] = (None, 0, -1, 7, "", "nonsense", "a1", 1.5, [], {}, [None], True, [[1]])


def changed(given: Any, salt: str) -> Any:
    """A copy of plain data with one thing gone, doubled, put in another's place, counted otherwise, or odd."""
    copy = json.loads(json.dumps(given))
    places = list(_places(copy))
    if not places:
        return one_of(ODD, salt)
    holder, key = one_of(places, salt, "place")
    old, how = holder[key], below(7, salt, "how")
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, list):
        holder.append(old)
    elif how == 2 and isinstance(holder, dict):
        holder[f"{key}x"] = old
    elif how <= 3 and isinstance(old, int | float):
        holder[key] = (not old) if isinstance(old, bool) else old + one_of((-1, 1, 7), salt, "by")
    elif how <= 4:
        holder[key] = one_of(ODD, salt, "odd")
    else:
        alike = [where[at] for where, at in places if type(where[at]) is type(old)]
        holder[key] = json.loads(json.dumps(one_of(alike, salt, "alike")))
    return copy


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def changed_text(text: str, salt: str) -> str:
    """A text with a line gone, doubled, cut or with a word of another line in it."""
    lines = text.splitlines()
    at, how = below(len(lines), salt, "line"), below(6, salt, "how")
    line, other = lines[at], one_of(lines, salt, "other")
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, other)
    elif how == 2:
        lines[at] = line[: below(len(line) + 1, salt, "cut")]
    elif how == 3:
        lines[at] = line.partition("=")[0] + "=" + (other.partition("=")[2] or " 1")
    elif how == 4:
        lines[at] = line.replace("1", one_of(("0", "-1", "12", '"1"', "1.5", "true"), salt, "figure"), 1)
    else:
        letter = below(len(line) + 1, salt, "letter")
        lines[at] = line[:letter] + one_of('q=]" .-', salt, "sign") + line[letter:]
    return "\n".join(lines) + "\n"
