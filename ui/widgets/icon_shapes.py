"""The shapes of all icons, by name."""

from math import cos, radians, sin

from ui.widgets.strokes import Draw, Point, box, dot, fan, mirrored, path, ring, together, wedge


def _hand(*, left: bool = False) -> Draw:
    """An open hand, its back towards the eye: the right one, whose thumb is on its left, or the left one."""
    way = mirrored if left else tuple
    fingers = (
        ((0.3, 0.5), (0.3, 0.82)),
        ((0.45, 0.5), (0.45, 0.9)),
        ((0.6, 0.5), (0.6, 0.84)),
        ((0.74, 0.45), (0.74, 0.72)),
    )
    palm = ((0.3, 0.52), (0.14, 0.4), (0.34, 0.14), (0.66, 0.14), (0.74, 0.3), (0.74, 0.5))
    return together(*(path(*way(line), weight=0.13) for line in (*fingers, palm)))


def _arc(x: float, y: float, reach: float, start: float, end: float) -> tuple[Point, ...]:
    """Points on a circle, from one angle to another (deg, clockwise from the top)."""
    turns = (radians(start + (end - start) * n / 12) for n in range(13))
    return tuple((x + reach * sin(turn), y + reach * cos(turn)) for turn in turns)


def _ray(turn: float, start: float, end: float, y: float = 0.5) -> tuple[Point, Point]:
    """From one distance from the middle to another."""
    return tuple((0.5 + reach * sin(radians(turn)), y + reach * cos(radians(turn))) for reach in (start, end))  # type: ignore[return-value]


def _bow(reach: float) -> tuple[Point, ...]:
    """Half a meridian of a globe."""
    return tuple(
        (0.5 + reach * sin(radians(turn)), 0.5 + 0.42 * cos(radians(turn))) for turn in range(0, 181, 15)
    )


_CRESCENT = (*_arc(0.5, 0.48, 0.4, -10, -260), *_arc(0.64, 0.62, 0.33, 130, 320)[1:-1])
_ARROWS = (
    ((0.36, 0.72), (0.64, 0.72), (0.5, 0.96)), ((0.36, 0.28), (0.64, 0.28), (0.5, 0.04)),
    ((0.28, 0.36), (0.28, 0.64), (0.04, 0.5)), ((0.72, 0.36), (0.72, 0.64), (0.96, 0.5)),
)  # fmt: skip

_BACK = together(
    path((0.2, 0.6), (0.62, 0.6), (0.78, 0.52), (0.82, 0.4), (0.78, 0.28), (0.62, 0.2), (0.35, 0.2)),
    path((0.38, 0.8), (0.18, 0.6), (0.38, 0.4)),
)
_LOUDSPEAKER = path(
    (0.06, 0.38), (0.06, 0.62), (0.22, 0.62), (0.44, 0.84), (0.44, 0.16), (0.22, 0.38), close=True
)
SHAPES: dict[str, Draw] = {
    "sound": together(_LOUDSPEAKER, ring(0.46, 0.5, 0.2, 40, 140), ring(0.46, 0.5, 0.4, 45, 135)),
    "mute": together(_LOUDSPEAKER, path((0.62, 0.36), (0.9, 0.64)), path((0.62, 0.64), (0.9, 0.36))),
    "done": path((0.15, 0.5), (0.4, 0.25), (0.87, 0.78), weight=0.14),
    "back": _BACK,
    "wrong": path((0.22, 0.22), (0.5, 0.5), (0.22, 0.78), (0.5, 0.5), (0.78, 0.78), (0.5, 0.5), (0.78, 0.22)),
    "tomb": together(
        path((0.22, 0.1), (0.22, 0.62), *_arc(0.5, 0.62, 0.28, -90, 90), (0.78, 0.62), (0.78, 0.1)),
        path((0.08, 0.1), (0.92, 0.1)),
        path((0.5, 0.76), (0.5, 0.38)),
        path((0.38, 0.62), (0.62, 0.62)),
    ),
    "menu": together(dot(0.2, 0.5, 0.09), dot(0.5, 0.5, 0.09), dot(0.8, 0.5, 0.09)),
    "play": wedge((0.25, 0.12), (0.25, 0.88), (0.88, 0.5)),
    "pause": together(path((0.34, 0.18), (0.34, 0.82), weight=0.2), path((0.66, 0.18), (0.66, 0.82), weight=0.2)),
    "step-on": path((0.34, 0.14), (0.7, 0.5), (0.34, 0.86), weight=0.14),
    "step-back": path((0.66, 0.14), (0.3, 0.5), (0.66, 0.86), weight=0.14),
    "to-end": together(path((0.2, 0.14), (0.56, 0.5), (0.2, 0.86), weight=0.14),
                   path((0.8, 0.14), (0.8, 0.86), weight=0.14)),
    "to-start": together(path((0.8, 0.14), (0.44, 0.5), (0.8, 0.86), weight=0.14),
                     path((0.2, 0.14), (0.2, 0.86), weight=0.14)),
    "plus": together(path((0.5, 0.15), (0.5, 0.85), weight=0.13), path((0.15, 0.5), (0.85, 0.5), weight=0.13)),
    "list": together(
        *(dot(0.14, y, 0.06) for y in (0.25, 0.5, 0.75)), *(path((0.32, y), (0.9, y)) for y in (0.25, 0.5, 0.75))
    ),
    "check": together(box(0.12, 0.12, 0.76, 0.76), path((0.3, 0.5), (0.45, 0.34), (0.72, 0.66), weight=0.12)),
    "off": together(ring(0.5, 0.46, 0.34, 40, 320), path((0.5, 0.5), (0.5, 0.92))),
    "target": together(
        ring(0.5, 0.5, 0.3), dot(0.5, 0.5, 0.09), path((0.5, 0.98), (0.5, 0.68)), path((0.5, 0.02), (0.5, 0.32)),
        path((0.02, 0.5), (0.32, 0.5)), path((0.98, 0.5), (0.68, 0.5)),
    ),
    "eye": together(
        path(
            (0.06, 0.5), (0.2, 0.66), (0.36, 0.75), (0.5, 0.77), (0.64, 0.75), (0.8, 0.66), (0.94, 0.5),
            (0.8, 0.34), (0.64, 0.25), (0.5, 0.23), (0.36, 0.25), (0.2, 0.34), close=True, weight=0.08,
        ),
        dot(0.5, 0.5, 0.15),
    ),
    "hand": _hand(),
    "left-hand": _hand(left=True),
    "home": together(
        path((0.08, 0.5), (0.5, 0.88), (0.92, 0.5)),
        path((0.2, 0.45), (0.2, 0.12), (0.8, 0.12), (0.8, 0.45)),
    ),
    "book": together(
        path((0.5, 0.2), (0.5, 0.78)),
        path((0.5, 0.2), (0.3, 0.28), (0.1, 0.24), (0.1, 0.8), (0.3, 0.84), (0.5, 0.78), (0.7, 0.84), (0.9, 0.8),
              (0.9, 0.24), (0.7, 0.28), close=True),
    ),
    "turn": together(ring(0.5, 0.5, 0.34, 60, 350), wedge((0.28, 0.98), (0.3, 0.6), (0.62, 0.82))),
    "pen": together(path((0.2, 0.2), (0.26, 0.42), (0.72, 0.88), (0.88, 0.72), (0.42, 0.26), close=True, weight=0.08),
                path((0.14, 0.1), (0.8, 0.1), weight=0.06)),
    "pass": together(ring(0.5, 0.5, 0.42), path((0.3, 0.5), (0.45, 0.35), (0.72, 0.64), weight=0.12)),
    "fail": together(ring(0.5, 0.5, 0.42), path((0.35, 0.35), (0.65, 0.65)), path((0.35, 0.65), (0.65, 0.35))),
    "wait": together(ring(0.5, 0.5, 0.42), path((0.5, 0.72), (0.5, 0.5), (0.66, 0.42))),
    "refuse": together(ring(0.5, 0.5, 0.42), path((0.22, 0.78), (0.78, 0.22))),
    "trouble": together(path((0.5, 0.92), (0.06, 0.1), (0.94, 0.1), close=True),
                    path((0.5, 0.64), (0.5, 0.4)), dot(0.5, 0.25, 0.06)),
    "ask": together(path((0.3, 0.66), (0.34, 0.8), (0.5, 0.88), (0.66, 0.8), (0.68, 0.64), (0.5, 0.48), (0.5, 0.34),
                      weight=0.12), dot(0.5, 0.14, 0.08)),
    "good": path((0.15, 0.5), (0.4, 0.25), (0.87, 0.78), weight=0.14),
    "calm": dot(0.5, 0.5, 0.12),
    "camera": together(box(0.06, 0.16, 0.88, 0.56), path((0.34, 0.74), (0.42, 0.86), (0.58, 0.86), (0.66, 0.74)),
                   ring(0.5, 0.44, 0.17)),
    "tidy": together(path((0.86, 0.9), (0.5, 0.5), weight=0.09), wedge((0.5, 0.62), (0.62, 0.5), (0.16, 0.08)),
                 path((0.5, 0.6), (0.1, 0.3), (0.32, 0.08), (0.62, 0.48), close=True, weight=0.07)),
    "cards": together(box(0.12, 0.1, 0.46, 0.66), path((0.36, 0.88), (0.86, 0.88), (0.86, 0.28), (0.68, 0.28))),
    "minus": path((0.15, 0.5), (0.85, 0.5), weight=0.13),
    "up": path((0.16, 0.34), (0.5, 0.68), (0.84, 0.34), weight=0.13),
    "down": path((0.16, 0.66), (0.5, 0.32), (0.84, 0.66), weight=0.13),
    "arrows": together(*(wedge(*points) for points in _ARROWS), dot(0.5, 0.5, 0.07)),
    "rewind": together(wedge((0.5, 0.14), (0.5, 0.86), (0.06, 0.5)), wedge((0.94, 0.14), (0.94, 0.86), (0.5, 0.5))),
    "forward": together(wedge((0.5, 0.14), (0.5, 0.86), (0.94, 0.5)), wedge((0.06, 0.14), (0.06, 0.86), (0.5, 0.5))),
    "skip": together(wedge((0.16, 0.14), (0.16, 0.86), (0.7, 0.5)), path((0.8, 0.18), (0.8, 0.82), weight=0.13)),
    "settings": together(
        ring(0.5, 0.5, 0.25, weight=0.16), *(path(*_ray(turn, 0.33, 0.42), weight=0.17) for turn in range(0, 360, 45)),
    ),
    "voice": together(
        path((0.3, 0.3), (0.16, 0.3), (0.08, 0.38), (0.08, 0.76), (0.16, 0.86), (0.84, 0.86), (0.92, 0.76),
             (0.92, 0.38), (0.84, 0.3), (0.52, 0.3), (0.28, 0.1), close=True),
        *(dot(x, 0.58, 0.06) for x in (0.28, 0.5, 0.72)),
    ),
    "language": together(
        ring(0.5, 0.5, 0.42, weight=0.09), path((0.5, 0.08), (0.5, 0.92), weight=0.07),
        path((0.1, 0.5), (0.9, 0.5), weight=0.07),
        *(path(*_bow(reach), weight=0.07) for reach in (-0.24, 0.24)),
    ),
    "sun": together(dot(0.5, 0.5, 0.2), *(path(*_ray(turn, 0.32, 0.43), weight=0.09) for turn in range(0, 360, 45))),
    "brightness": together(
        ring(0.5, 0.5, 0.2, weight=0.09), fan((0.5, 0.3), *_arc(0.5, 0.5, 0.2, 180, 0)),
        *(path(*_ray(turn, 0.33, 0.43), weight=0.09) for turn in range(0, 360, 45)),
    ),
    "moon": path(*_CRESCENT, close=True),
    "contrast": together(ring(0.5, 0.5, 0.4), fan((0.5, 0.1), *_arc(0.5, 0.5, 0.4, 180, 0))),
    "text-size": together(
        path((0.04, 0.16), (0.3, 0.86), (0.56, 0.16)), path((0.14, 0.4), (0.46, 0.4), weight=0.09),
        path((0.64, 0.16), (0.8, 0.56), (0.96, 0.16), weight=0.08), path((0.7, 0.29), (0.9, 0.29), weight=0.07),
    ),
    "chart": together(path((0.1, 0.9), (0.1, 0.1), (0.92, 0.1)), *(
        path((x, 0.2), (x, high), weight=0.14) for x, high in ((0.3, 0.42), (0.53, 0.66), (0.76, 0.84))
    )),
    "clock": together(ring(0.5, 0.43, 0.34), path((0.5, 0.62), (0.5, 0.43), (0.62, 0.35)),
                      path((0.4, 0.93), (0.6, 0.93)),
                      path((0.5, 0.92), (0.5, 0.8)), path((0.8, 0.8), (0.86, 0.74))),
    "share": together(path((0.3, 0.54), (0.14, 0.54), (0.14, 0.08), (0.86, 0.08), (0.86, 0.54), (0.7, 0.54)),
                      path((0.5, 0.34), (0.5, 0.9)), path((0.3, 0.72), (0.5, 0.92), (0.7, 0.72))),
    "save": together(path((0.12, 0.34), (0.12, 0.1), (0.88, 0.1), (0.88, 0.34)),
                     path((0.5, 0.9), (0.5, 0.36)), path((0.28, 0.56), (0.5, 0.34), (0.72, 0.56))),
    "trash": together(path((0.1, 0.76), (0.9, 0.76)), path((0.36, 0.78), (0.36, 0.9), (0.64, 0.9), (0.64, 0.78)),
                      path((0.2, 0.74), (0.26, 0.08), (0.74, 0.08), (0.8, 0.74)),
                      *(path((x, 0.58), (x, 0.24), weight=0.08) for x in (0.42, 0.58))),
    "search": together(ring(0.42, 0.58, 0.3), path((0.64, 0.36), (0.9, 0.1), weight=0.14)),
    "trophy": together(
        fan((0.5, 0.9), (0.26, 0.9), (0.27, 0.66), (0.36, 0.48), (0.5, 0.4), (0.64, 0.48), (0.73, 0.66), (0.74, 0.9)),
        path((0.26, 0.82), (0.08, 0.82), (0.1, 0.64), (0.3, 0.54), weight=0.07),
        path((0.74, 0.82), (0.92, 0.82), (0.9, 0.64), (0.7, 0.54), weight=0.07),
        path((0.5, 0.4), (0.5, 0.2), weight=0.12), path((0.28, 0.12), (0.72, 0.12), weight=0.14),
    ),
    "lamp": together(
        path((0.34, 0.34), (0.34, 0.6), *_arc(0.5, 0.6, 0.16, 270, 450), (0.66, 0.34), close=True),
        path((0.26, 0.32), (0.74, 0.32)),
        path((0.42, 0.3), (0.42, 0.06), weight=0.07), path((0.58, 0.3), (0.58, 0.06), weight=0.07),
        *(path(*_ray(turn, 0.32, 0.42, 0.56), weight=0.08) for turn in (-60, 0, 60)),
    ),
    "pins": together(box(0.18, 0.06, 0.64, 0.88), *(dot(x, y, 0.08) for x in (0.36, 0.64) for y in (0.24, 0.5, 0.76))),
    "keyboard": together(
        box(0.04, 0.2, 0.92, 0.6), *(dot(x, 0.62, 0.045) for x in (0.2, 0.35, 0.5, 0.65, 0.8)),
        *(dot(x, 0.48, 0.045) for x in (0.2, 0.35, 0.5, 0.65, 0.8)), path((0.3, 0.33), (0.7, 0.33), weight=0.08),
    ),
    "info": together(ring(0.5, 0.5, 0.42), dot(0.5, 0.71, 0.07), path((0.5, 0.53), (0.5, 0.27), weight=0.12)),
    "phone": together(box(0.26, 0.04, 0.48, 0.92), path((0.44, 0.16), (0.56, 0.16), weight=0.07)),
    "person": together(dot(0.5, 0.72, 0.18),
                       fan((0.5, 0.12), (0.14, 0.12), *_arc(0.5, 0.12, 0.36, 270, 450), (0.86, 0.12))),
    "people": together(
        dot(0.34, 0.7, 0.15), fan((0.34, 0.18), *_arc(0.34, 0.18, 0.28, 270, 450)),
        ring(0.7, 0.66, 0.12, weight=0.09),
        path((0.74, 0.44), (0.86, 0.38), (0.93, 0.28), (0.94, 0.18), (0.72, 0.18), weight=0.09),
    ),
    "lock": together(box(0.16, 0.08, 0.68, 0.46),
                     path((0.3, 0.54), (0.3, 0.7), *_arc(0.5, 0.7, 0.2, 270, 450), (0.7, 0.54)),
                     dot(0.5, 0.32, 0.08)),
    "print": together(path((0.26, 0.66), (0.26, 0.92), (0.74, 0.92), (0.74, 0.66)),
                      path((0.26, 0.28), (0.08, 0.28), (0.08, 0.66), (0.92, 0.66), (0.92, 0.28), (0.74, 0.28)),
                      box(0.26, 0.06, 0.48, 0.36), dot(0.78, 0.53, 0.045)),
    "dice": together(box(0.1, 0.1, 0.8, 0.8), dot(0.5, 0.5, 0.08),
                     *(dot(x, y, 0.08) for x in (0.3, 0.7) for y in (0.3, 0.7))),
    "table": together(path((0.06, 0.64), (0.94, 0.64), weight=0.14), path((0.2, 0.6), (0.16, 0.12)),
                      path((0.8, 0.6), (0.84, 0.12)),
                      box(0.36, 0.72, 0.28, 0.16, weight=0.07)),
    "flag": together(path((0.2, 0.06), (0.2, 0.92)),
                     fan((0.2, 0.9), (0.5, 0.84), (0.84, 0.9), (0.84, 0.48), (0.5, 0.42), (0.2, 0.48))),
}  # fmt: skip
