"""The extent of outlines."""

from vision.printed.marks import Path


def extent(path: Path) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a path; control points count as points of the path."""
    points = [point for segment in path for point in segment[1:]]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)
