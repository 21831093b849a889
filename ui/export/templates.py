"""Templates of pages, from which nothing unescaped comes, and in which a name that is not given is a fault.

What somebody wrote cannot turn the order of the words about it; names stand in a `bdi` besides.
"""

from pathlib import Path
from typing import Any

from ui.words import _, in_order


def templates_in(folder: Path, *, trimmed: bool = False) -> Any:
    """The templates of a folder. `trimmed`: what stands about a tag of theirs leaves no blank lines in the page."""
    # Most evenings need no template: 4 MB less where no phone has joined and nothing is exported.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=trimmed,
        lstrip_blocks=trimmed,
        finalize=lambda value: in_order(value) if type(value) is str else value,
    )
    made.globals["said"] = _
    return made
