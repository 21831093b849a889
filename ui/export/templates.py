"""Templates that escape everything and fail on a missing name.

Words by people cannot reorder their surroundings; names stand in a `bdi` as well.
"""

from pathlib import Path
from typing import Any

from ui.words import _, in_order


def templates_in(folder: Path, *, trimmed: bool = False) -> Any:
    """The templates of a folder. `trimmed`: blank lines around template tags are removed."""
    # Imported late, as most evenings need no template: it saves 4 MB.
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
