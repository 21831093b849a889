"""A device's message: an English sentence and its parts, which the screen looks up in its own language."""


class Said:
    """A sentence with named parts in braces; a part may be such a sentence itself. As text it is English."""

    def __init__(self, text: str, **parts: "str | int | Said") -> None:
        self.text, self.parts = text, parts

    def __str__(self) -> str:
        return self.text.format(**self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said) and (self.text, self.parts) == (other.text, other.parts)

    def __hash__(self) -> int:
        return hash(str(self))
