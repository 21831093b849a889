"""Drawings of shares and lengths as SVG: for a page, no program needed."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

NAME_WIDE, PLOT_WIDE, ROW, HEAD = 260, 420, 22, 44
"""Of a drawing of shares, in pixels."""
COLUMN_HIGH = 180
STYLE = (
    "text{font:13px sans-serif;fill:#222}.t{font-size:15px;font-weight:bold}.s{font-size:11px;fill:#555}"
    ".l{stroke:#245;stroke-width:2}.d{fill:#245}.r{fill:none;stroke:#b40;stroke-width:2}"
    ".e{stroke:#999;stroke-dasharray:4 3}.c{fill:#578}"
)


class ShareBar(NamedTuple):
    """A share with its interval; `ring`: another share to compare it with."""

    name: str
    share: float
    low: float
    high: float
    ring: float | None = None


def bars(title: str, rows: Sequence[ShareBar], even: float) -> str:
    """Shares beneath each other, each a point on its interval; a broken line where all would be alike."""
    high = HEAD + ROW * len(rows) + 30
    foot = HEAD + ROW * len(rows) + 6
    parts = [_line("e", _x(even), HEAD - 8, _x(even), foot)]
    for number, row in enumerate(rows):
        y = HEAD + ROW * number + ROW / 2
        parts.append(f'<text x="{NAME_WIDE - 12}" y="{y + 4}" text-anchor="end">{escape(row.name)}</text>')
        parts.append(_line("l", _x(row.low), y, _x(row.high), y))
        parts.append(f'<circle class="d" cx="{_x(row.share):.1f}" cy="{y}" r="4"/>')
        if row.ring is not None:
            parts.append(f'<circle class="r" cx="{_x(row.ring):.1f}" cy="{y}" r="4"/>')
    for tenth in range(0, 11, 2):
        words = f"{tenth * 10} %"
        parts.append(
            f'<text class="s" x="{_x(tenth / 10):.1f}" y="{foot + 14}" text-anchor="middle">{words}</text>'
        )
    return _svg(title, NAME_WIDE + PLOT_WIDE + 30, high, parts)


def columns(title: str, values: Sequence[int], classes: int) -> str:
    """How often values fall into classes of one width."""
    least, most = min(values), max(values)
    wide = max(1, -(-(most - least + 1) // classes))
    counts = [0] * ((most - least) // wide + 1)
    for value in values:
        counts[(value - least) // wide] += 1
    step = PLOT_WIDE / len(counts)
    parts = []
    for number, count in enumerate(counts):
        tall = COLUMN_HIGH * count / max(counts)
        parts.append(
            f'<rect class="c" x="{30 + number * step:.1f}" y="{HEAD + COLUMN_HIGH - tall:.1f}"'
            f' width="{max(step - 1, 0.5):.1f}" height="{tall:.1f}"/>'
        )
    foot = HEAD + COLUMN_HIGH + 16
    parts.append(f'<text class="s" x="30" y="{foot}">{least}</text>')
    parts.append(f'<text class="s" x="{30 + PLOT_WIDE}" y="{foot}" text-anchor="end">{most}</text>')
    return _svg(title, PLOT_WIDE + 60, foot + 14, parts)


def _x(share: float) -> float:
    return NAME_WIDE + PLOT_WIDE * share


def _line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y}" x2="{to_x:.1f}" y2="{to_y}"/>'


def _svg(title: str, wide: float, high: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect width="100%" height="100%" fill="#fff"/><text class="t" x="20" y="24">{escape(title)}</text>'
        f"{''.join(parts)}</svg>\n"
    )
