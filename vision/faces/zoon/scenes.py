from vision.faces.zoon.ink import Marks
from vision.faces.zoon.lands import land
from vision.faces.zoon.tribes import style_of

def scene(tribe: str, label: str, middle: float) -> Marks:
    return land(style_of(tribe).land, 1, label)
