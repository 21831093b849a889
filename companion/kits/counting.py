"""So many of a thing, in words."""


def several(count: int, one: str, more: str) -> str:
    """The count with the word for one, or for several: `1 point`, `0 points`."""
    return f"{count} {one if count == 1 else more}"
