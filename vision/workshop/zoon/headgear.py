"""All headgear by name: about 20 mm wide, middle (0, 0), top at y = -10."""

from collections.abc import Callable
from typing import Final

from vision.faces.zoon.ink import WHITE, Marks, darker, flat, stroke
from vision.printed.marks import Colour
from vision.printed.shapes import smooth, star
from vision.workshop.zoon.crowns import bone_crown, crown, feathers, laurel, mitre, skull_crown
from vision.workshop.zoon.helmets import bearskin, coconut, gothic_helm, horned, kettle, spiked_helm, wings
from vision.workshop.zoon.ink import body, tapered


def hood(colour: Colour) -> Marks:
    """A priest's deep hood, open at the face; a part is drawn behind the head."""
    edge = smooth([(-11.8, 10), (-12.8, -2), (-8.4, -11.8), (0, -17.4), (8.4, -11.8), (12.8, -2), (11.8,
        10), (9.8, 2), (7.6, -6.2), (0, -9.8), (-7.6, -6.2), (-9.8, 2)])  # fmt: skip
    return (
        *body(edge, colour, edge=0.6, depth=1.4),
        stroke([(-1, -15), (0, -12.6), (0.2, -10.4)], 0.4, darker(colour, 0.5)),
    )


def band(colour: Colour) -> Marks:
    """A knotted headband with flying ends."""
    tails = (*body(tapered([(9.4, -5), (13.4, -7.4), (17.4, -5.6)], 2.2, 0.6, 0.8), colour, edge=0.45,
        depth=0.4), *body(tapered([(9.4, -4.6), (13, -3.4), (16.4, 0.4)], 2.2, 0.6, 0.8), darker(colour,
        0.15), edge=0.45, depth=0.4))  # fmt: skip
    cloth = body(smooth([(-10, -7.4), (0, -10.4), (10, -7.4), (10.2, -4.4), (0, -7.4), (-10.2, -4.4)]),
        colour, edge=0.5, depth=0.7)  # fmt: skip
    return (*tails, *cloth, flat(star(0, -8.9, 5, 1.6, 0.7), WHITE, 0.25))


BEHIND: Final[dict[str, Callable[[Colour], Marks]]] = {"feathers": feathers}
ABOVE: Final[dict[str, Callable[[Colour], Marks]]] = {
    "crown": crown, "skull crown": skull_crown, "horned": horned, "kettle": kettle, "hood": hood, "mitre": mitre,
    "spiked helm": spiked_helm, "gothic helm": gothic_helm, "bearskin": bearskin, "band": band, "laurel": laurel,
    "wings": wings, "coconut": coconut, "bone crown": bone_crown,
}  # fmt: skip
