"""Joint angles of standing, walking, aiming and lurching figures."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Posture:
    """Angles in degrees, positive forwards (to the right).

    `lean`: of the trunk; `head`: on it; arms: lift and bend; legs: lift and backward bend of the shin.
    `broad`: half the visible shoulder width, from the side or the front.
    """

    lean: float = 0.0
    head: float = 0.0
    near: tuple[float, float] = (10, 15)
    far: tuple[float, float] = (-15, 15)
    front: tuple[float, float] = (12, 8)
    rear: tuple[float, float] = (-14, 6)
    broad: float = 0.035


STAND: Final = Posture(front=(7, 2), rear=(-7, 2), near=(8, 10), far=(-8, 10), broad=0.1)


AIM: Final = Posture(lean=4, front=(20, 6), rear=(-24, 6), near=(84, 4), far=(76, 12), broad=0.05)


CROUCH: Final = Posture(lean=22, head=-12, front=(78, 96), rear=(8, 100), near=(72, 14), far=(62, 26))


SHAMBLE: Final = Posture(lean=14, head=16, front=(18, 14), rear=(-20, 26), near=(72, 16), far=(88, -14))


LURCH: Final = Posture(lean=24, head=-20, front=(26, 22), rear=(-16, 34), near=(98, -20), far=(54, 30))


RAISED: Final = Posture(
    lean=-3, head=8, front=(10, 4), rear=(-12, 8), near=(150, 20), far=(135, 24), broad=0.08
)


TOTTER: Final = Posture(
    lean=-6, head=34, front=(14, 10), rear=(-18, 18), near=(22, -12), far=(64, 30), broad=0.07
)
