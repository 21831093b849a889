"""Templates of pages, from which nothing unescaped comes, and in which a name that is not given is a fault."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def templates_in(folder: Path, *, trimmed: bool = False) -> Environment:
    """The templates of a folder. `trimmed`: what stands about a tag of theirs leaves no blank lines in the page."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=trimmed,
        lstrip_blocks=trimmed,
    )
