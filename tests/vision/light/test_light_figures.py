"""Light, glare and colour casts in figures: small pictures made for it, under a camera straight above."""

from typing import Any

import numpy as np
import pytest

from companion.sight import Region
from vision.calibration.judging import (
    _noise_alone,
    _sentence,
    flicker_of,
    glare_patches,
    judge_colour,
    judge_exposure,
    judge_flicker,
    judge_glare,
    judge_mat,
    judge_steadiness,
    noise_of,
    spare_px,
    temperature_k,
    tilt_deg,
    tint_of,
)
from vision.calibration.verdict import Verdict
from vision.light.fitness import (
    COLOURED,
    _cast,
    _lost,
    _passing,
    burnt_out,
    judge_light,
    names_of,
    paper_colours,
)

REGIONS = tuple(
    Region(f"{c}{r}", 60.0 * n, 60.0 * r - 60.0, 60.0, 60.0) for n, c in enumerate("abcde") for r in (1, 2, 3)
)
SQUARE = np.array([(20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0)])


class Above:
    """A plane of 300 x 180 mm, every mm a px; row 0 is the far edge."""

    width_mm, height_mm = 300.0, 180.0
    picture_size = (300, 180)
    error_px = 0.5

    def __init__(
        self, tags_px: dict[int, Any] | None = None, camera: tuple[float, float, float] = (150, 90, 400)
    ):
        self.tags_px = {0: SQUARE} if tags_px is None else tags_px
        self.camera = camera

    def camera_mm(self) -> tuple[float, float, float]:
        return self.camera

    def px_per_mm(self, _x: float, _y: float) -> float:
        return 1.0

    def to_px(self, at: Any) -> Any:
        return np.column_stack([np.asarray(at)[:, 0], self.height_mm - np.asarray(at)[:, 1]])

    def to_mm(self, at: Any) -> Any:
        return self.to_px(np.asarray(at).reshape(-1, 2))

    def rectify(self, image: Any, x: float, y: float, w: float, h: float, scale: float) -> Any:
        assert (x, y, w, h, scale) == (0, 0, 300, 180, 0.5)
        return image[::2, ::2]


ABOVE: Any = Above()


def lit(*colour: int) -> Any:
    return np.full((180, 300, 3), colour, np.uint8)


def failing(verdict: Verdict) -> str:
    return verdict.words if verdict.ok is False else ""


# the light


def test_the_brightest_hundredth_tells_how_bright_a_picture_is() -> None:
    image = lit(10, 20, 30)
    image[::4, 0:12] = (90, 0, 0)
    assert judge_light(image, None).ok
    image[:] = (10, 20, 30)
    assert "too dark" in (judge_light(image, None).why or "")


def test_pixels_are_burnt_out_in_all_channels() -> None:
    row = np.array(
        [[(252, 215, 230), (251, 251, 251), (255, 214, 255), (230, 255, 215), (215, 230, 252)]], np.uint8
    )
    assert burnt_out(row).tolist() == [[True, False, False, True, True]]


@pytest.mark.parametrize(
    ("paper", "cast"),
    [
        ((200, 50, 50), "blue"), ((50, 200, 50), "green"), ((50, 50, 200), "red"), ((200, 200, 40), "blue"),
        ((40, 200, 200), "yellow"), ((200, 40, 200), "purple"), ((200, 80, 80), None), ((200, 200, 200), None),
        ((100, 36, 36), None), ((106, 36, 36), "blue"), ((150, 30, 200), "red"), ((151, 30, 200), "purple"),
    ],
)  # fmt: skip
def test_a_cast_is_named_by_its_strong_channels(paper: tuple[int, int, int], cast: str | None) -> None:
    said = _cast([np.array(paper, float)])
    assert said is None if cast is None else f"The light is very {cast}:" in str(said)


def test_papers_that_differ_are_coloured_and_one_white_one_is_enough() -> None:
    blue, red, white = (np.array(paper, float) for paper in ((200, 50, 50), (50, 50, 200), (200, 200, 200)))
    assert _cast([blue, red]) == COLOURED
    assert "very blue" in str(_cast([blue, blue]))
    assert _cast([blue, white]) is None


def test_the_paper_about_a_tag_is_looked_at() -> None:
    image = lit(0, 0, 0)
    image[15:66, 15:66] = (200, 210, 220)
    image[20:61, 20:61] = 0
    assert [paper.tolist() for paper in paper_colours(image, ABOVE)] == [[200, 210, 220]]
    outside: Any = Above({0: SQUARE - 100, 1: SQUARE + 300, 2: np.add(SQUARE, (0, 200))})
    assert paper_colours(image, outside) == []
    half: Any = Above({0: SQUARE - (40, 0)})
    assert len(paper_colours(image, half)) == 1


def test_a_region_is_lost_where_three_tenths_of_it_are_burnt_out() -> None:
    image = lit(90, 90, 90)
    image[60:120, 120:142] = 255
    assert _lost(image, ABOVE, REGIONS) == ("c2",)
    image[60:120, 120:142] = 90
    image[60:120, 120:136] = 255
    assert _lost(image, ABOVE, REGIONS) == ()
    image[60:80, 60:180] = 255
    assert _lost(image, ABOVE, REGIONS) == ("b2", "c2")
    assert _lost(image, ABOVE, ()) == ()


def test_of_a_region_that_reaches_beyond_the_table_the_rest_is_judged() -> None:
    image = lit(90, 90, 90)
    image[120:180, 0:16] = 255
    beyond, within = Region("beyond", -30.0, 0.0, 20.0, 60.0), Region("half", -10.0, 0.0, 30.0, 60.0)
    assert _lost(image, ABOVE, (beyond, within)) == ("half",)


def test_what_is_lost_is_named_by_its_corners() -> None:
    assert names_of((), REGIONS) == ""
    assert names_of(("a1",), REGIONS) == "a1"
    assert names_of(("b2", "a1"), REGIONS) == "b2 and a1"
    assert names_of(("b2", "c3", "b3"), REGIONS) == "b2–c3"
    assert names_of(("e1", "c2", "d3"), REGIONS) == "c2–d3"


def test_the_light_is_judged_by_what_is_lost() -> None:
    def why(image: Any, plane: Any = ABOVE) -> str:
        light = judge_light(image, plane, REGIONS)
        assert light.ok == (light.why is None)
        return light.why or ""

    assert why(lit(120, 120, 120)) == ""
    assert why(lit(55, 30, 30)) == "" and "too dark to read the cards" in why(lit(54, 54, 54))
    assert why(lit(40, 40, 40), None) == "" and "too dark to read the table" in why(lit(39, 39, 39), None)
    tagless: Any = Above({})
    assert "too dark to read the table" in why(lit(39, 39, 39), tagless)
    assert "very yellow" in why(lit(30, 200, 200)) and why(lit(30, 200, 200), None) == ""
    one, many = lit(120, 120, 120), lit(120, 120, 120)
    one[60:120, 120:180] = 255
    assert why(one) == "The lamp is reflected on c2: move it, or tilt the camera."
    many[:, 120:] = 255
    assert "far too bright" in why(many), "nine of fifteen"
    many[:, 120:180] = 120
    assert "The lamp is reflected on d1–e3" in why(many), "six of fifteen"
    assert "far too bright" in why(lit(255, 255, 255), None)
    half = lit(120, 120, 120)
    half[:88] = 255
    assert why(half, None) == ""
    half[:96] = 255
    assert "far too bright" in why(half, None)


# calibrating


def test_the_tint_of_paper_has_a_plain_name() -> None:
    papers = (
        (200, 50, 50),
        (50, 200, 50),
        (50, 50, 200),
        (200, 200, 50),
        (50, 200, 200),
        (200, 50, 200),
        (90, 90, 90),
    )
    tints = [tint_of(np.array(paper, float)) for paper in papers]
    assert tints == ["blue", "green", "red", "blue", "yellow", "pink", "tinted"]
    assert tint_of(np.array((200.0, 125.0, 50.0))) == "blue", "half way is not high"


def test_the_colour_of_daylight_is_about_6500_kelvin() -> None:
    white = temperature_k(np.array((255.0, 255.0, 255.0)))
    assert white == pytest.approx(6504, abs=60)
    warm, cold = (
        temperature_k(np.array((120.0, 190.0, 255.0))),
        temperature_k(np.array((255.0, 240.0, 220.0))),
    )
    assert warm is not None and cold is not None and 2000 < warm < 4000 and 7000 < cold < 9500
    assert temperature_k(np.zeros(3)) is None
    assert temperature_k(np.array((8.0, 8.0, 8.0))) == pytest.approx(6504, abs=60), "so dark it is not bent"


def test_the_white_balance_is_judged_by_the_paper() -> None:
    def judged(*papers: tuple[int, int, int], lamp: float | None = None) -> Verdict:
        return judge_colour([lit(*paper) for paper in papers], ABOVE, lamp)

    assert judged((200, 200, 200)).words.startswith(
        "White paper looks white. It looks as under light of about 6,500 K"
    )
    assert judged((180, 190, 200)).words.startswith("White paper looks white.")
    assert judged((178, 200, 200)).words.startswith("White paper looks slightly yellow.")
    assert judged((200, 200, 200), lamp=2749.0).words.endswith("The light is of about 2,700 K.")
    assert judged((200, 200, 200), lamp=2749.0).figures["lamp_k"] == 2749.0
    assert "looks yellow. One colour is 1.8 times as strong" in failing(judged((111, 200, 200)))
    assert judged((119, 200, 200)).ok
    assert "two kinds of light" in failing(judged((200, 200, 200), (130, 200, 200)))
    assert judged((200, 200, 200), (140, 200, 200)).ok
    assert judged((200, 200, 200), (130, 200, 200)).figures["uneven"] == pytest.approx(200 / 130, abs=1e-3)
    for untold in ((30, 30, 30), (252, 252, 252)):
        assert judged(untold).ok is None
    assert judged((31, 31, 31)).ok and judged((251, 251, 251)).ok


def test_the_exposure_is_judged_by_paper_and_noise() -> None:
    def judged(*levels: int) -> Verdict:
        return judge_exposure([lit(level, level, level) for level in levels], ABOVE)

    fine = judged(200, 200)
    assert fine.ok and fine.figures == {"paper": 200.0, "dimmest_paper": 200.0, "noise": 0.0}
    assert judged(90).ok and "only 89 out of 255" in failing(judged(89))
    assert "only 60 out of 255" in failing(judged(200, 200, 60)), "the dimmest corner counts"
    assert judged(253).ok and "burnt out (254 out of 255)" in failing(judged(254))
    blank: Any = Above({})
    assert judge_exposure([lit(200, 200, 200)], blank).ok is None
    chance = np.random.default_rng(1)
    noisy = [
        np.clip(chance.normal(150, 12, (180, 300, 1)).repeat(3, axis=2), 0, 255).astype(np.uint8)
        for _ in range(4)
    ]
    assert "Grainy" in failing(judge_exposure(noisy, ABOVE))


def test_noise_is_measured_from_picture_to_picture_or_in_one() -> None:
    chance = np.random.default_rng(2)
    made = [
        np.clip(chance.normal(120, 5, (180, 300, 1)).repeat(3, axis=2), 0, 255).astype(np.uint8)
        for _ in range(3)
    ]
    assert noise_of(made) == pytest.approx(5.0, abs=0.4)
    brighter = [made[0], made[1] + 30, made[2]]
    assert noise_of(brighter) == pytest.approx(5.0, abs=0.4), "light that varied as a whole is none"
    assert noise_of(made[:1]) == pytest.approx(5.0, abs=1.0)
    assert noise_of([made[0], made[1][:90]]) == noise_of(made[:1]), "of another size"
    slope = np.tile(np.arange(100, dtype=np.float32), (64, 1))
    assert _noise_alone(slope) == pytest.approx(0.0, abs=1e-3)


def test_flicker_is_told_in_the_whole_and_in_bands() -> None:
    plain = np.full((180, 320, 3), 92, np.uint8)
    assert flicker_of([plain] * 4) == (0.0, 0.0)
    brighter = plain + 10
    varying, banded = flicker_of([plain, brighter, plain, plain])
    assert (varying, banded) == (pytest.approx(0.1), pytest.approx(0.0, abs=1e-9)), "102 + 8 over 92 + 8"
    striped = plain.copy()
    striped[40:80] += 10
    varying, banded = flicker_of([plain, striped, plain, plain])
    assert (varying, banded) == (0.0, pytest.approx(0.1))
    assert judge_flicker([plain] * 3).ok is None and judge_flicker([plain] * 4).ok
    assert judge_flicker([plain] * 4 + [plain[:90]]).ok is None
    assert "varies by 10%" in failing(judge_flicker([plain, brighter, plain, plain]))
    assert "Bands of 10%" in failing(judge_flicker([plain, striped, plain, plain]))


def test_where_a_curve_passes_a_level() -> None:
    curve = np.array([0.0, 0.0, 0.2, 0.6, 1.0, 1.0])
    assert _passing(curve, 3, 0.1, -1) == pytest.approx(1.5)
    assert _passing(curve, 3, 0.9, 1) == pytest.approx(3.75)
    assert _passing(curve, 3, 0.9, -1) is None
    assert _passing(curve, 5, 0.1, 1) is None
    assert _passing(curve, 1, 0.0, -1) is None, "where it is level it passes nothing"
    assert _passing(np.array([0.5, 1.0]), 1, 0.75, -1) == pytest.approx(0.5)


def test_glare_is_mapped_where_it_hides_something() -> None:
    image = lit(90, 90, 90)
    image[100:104, 100:106] = 255
    assert glare_patches(image, ABOVE) == ((), 0.0), "a coin's shine"
    image[20:60, 200:280] = 255
    (patch,), share = glare_patches(image, ABOVE)
    low, high = np.min(patch, axis=0), np.max(patch, axis=0)
    assert low == pytest.approx((200, 20), abs=4) and high == pytest.approx((280, 60), abs=4)
    assert share == pytest.approx(80 * 40 / (300 * 180), abs=0.01)
    verdict, drawn = judge_glare(image, ABOVE, ())
    assert "burns out 5% of the table" in failing(verdict) and drawn == (patch,)
    verdict, _ = judge_glare(image, ABOVE, REGIONS)
    assert failing(verdict) == "The reflection of the lamp hides d3 and e3."
    assert verdict.figures["regions_lost"] == 2 and verdict.figures["patches"] == 1
    assert judge_glare(lit(90, 90, 90), ABOVE, REGIONS)[0].words == "No reflection hides anything."
    small = lit(90, 90, 90)
    small[100:118, 100:120] = 255
    assert judge_glare(small, ABOVE, REGIONS)[0].words.startswith("There is a small reflection (0.")


def test_the_camera_may_lean_and_the_table_must_be_in_view() -> None:
    assert tilt_deg(Above()) == pytest.approx(0.0)  # type: ignore[arg-type]
    assert tilt_deg(Above(camera=(550, 90, 400))) == pytest.approx(45.0)  # type: ignore[arg-type]
    assert tilt_deg(Above(camera=(150, -310, 400))) == pytest.approx(45.0)  # type: ignore[arg-type]
    near: Any = Above()
    assert spare_px(near) == -1.0, "the last column of 300 px is at 299"
    near.picture_size = (340, 220)
    assert spare_px(near) == 0.0
    near.to_px = lambda at: np.add(Above.to_px(near, at), (10, 15))
    assert spare_px(near) == 10.0
    near.to_px = lambda at: np.add(Above.to_px(near, at), (30, 15))
    assert spare_px(near) == 9.0
    near.to_px = lambda at: np.add(Above.to_px(near, at), (20, 35))
    assert spare_px(near) == 4.0


def test_the_mat_is_judged_by_its_tags_its_fit_and_its_tilt() -> None:
    def judged(
        error: float = 0.5, camera: Any = (150, 90, 400), tags: int = 4, size: Any = (1920, 1080)
    ) -> Verdict:
        plane: Any = Above(dict.fromkeys(range(tags), SQUARE), camera)
        plane.error_px, plane.picture_size = error, size
        return judge_mat(plane)

    assert judged().ok and judged().figures["tags"] == 4
    assert judged(1.2).ok and "1.3 px (1.3 mm) off" in failing(judged(1.3))
    assert judged(0.2, size=(320, 220)).ok and failing(judged(0.21, size=(320, 220)))
    assert judged(camera=(425, 90, 400)).ok, "34.5 degrees"
    assert "aslant, by 45°" in failing(judged(camera=(550, 90, 400)))
    assert "corner tag is not where it should be" in failing(judged(tags=3))
    assert "outside the picture" in failing(judged(size=(300, 180)))
    assert [_sentence(words) for words in ("so it is", "so?", "So.")] == ["So it is.", "So?", "So."]


def test_a_camera_that_hangs_still_shows_its_tags_in_one_place() -> None:
    def judged(*offs: tuple[float, float]) -> Verdict:
        return judge_steadiness([{0: SQUARE + off} for off in offs], ABOVE)

    assert judged((0, 0), (0, 0)).figures["moved_mm"] == 0.0
    assert judged((0, 0), (0, 0), (0.12, 0.16)).figures["moved_mm"] == pytest.approx(0.4)
    assert judged((0, 0), (0, 0), (0.1, 0.16)).ok
    assert "moves by 1.0 mm" in failing(judged((0, 0), (0, 0), (0.3, 0.4)))
    assert judged((0, 0)).ok is None and judge_steadiness([], ABOVE).ok is None
    assert judge_steadiness([{1: SQUARE}, {0: SQUARE}], ABOVE).ok is None
