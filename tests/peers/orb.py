"""ORB features with matching by locality-sensitive hashing: the reference with most matches that agree on one pose.

The method is that of most tutorials on recognising cards: ORB, FLANN with LSH, Lowe's ratio, a homography by RANSAC.
"""

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

FEATURES = 400
ACROSS = 240
RATIO = 0.85
TRIED = 3
LEAST_MATCHES = 8
LEAST_AGREEING = 10
LEAD = 1.3
"""The best reference must have so many times the agreeing matches of the next label's."""


class OrbMatcher:
    """Tells the reference whose features lie as they do in a straightened card, in any turn."""

    name = "ORB + LSH matching"

    def __init__(self, references: Sequence[tuple[str, Picture]]) -> None:
        self.labels = [label for label, _ in references]
        self._orb = cv2.ORB.create(nfeatures=FEATURES)
        self._places: list[NDArray[np.float32]] = []
        self._matcher = cv2.FlannBasedMatcher(
            {"algorithm": 6, "table_number": 8, "key_size": 14, "multi_probe_level": 1}, {"checks": 60}
        )
        looks = []
        for _, picture in references:
            places, look = self._features(picture)
            self._places.append(places)
            looks.append(look)
        self._owner = np.concatenate([np.full(len(look), index) for index, look in enumerate(looks)])
        self._first = np.cumsum([0, *(len(look) for look in looks)])
        self._matcher.add([np.concatenate(looks)])
        self._matcher.train()

    def _features(self, picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        scale = ACROSS / min(picture.shape[:2])
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=method)
        points, looks = self._orb.detectAndCompute(grey, None)
        if looks is None:
            return np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8)
        return np.array([point.pt for point in points], dtype=np.float32), np.asarray(looks, dtype=np.uint8)

    def identify(self, crop: Picture) -> str | None:
        """The label of a straightened card, or None."""
        places, looks = self._features(crop)
        if len(looks) < LEAST_MATCHES:
            return None
        votes: dict[int, list[tuple[int, int]]] = {}
        for pair in self._matcher.knnMatch(looks, k=2):
            # A look that two cards share tells nothing of which it is; two of one card do not compete.
            if len(pair) < 2 or pair[0].distance > RATIO * pair[1].distance:
                continue
            owner = int(self._owner[pair[0].trainIdx])
            votes.setdefault(owner, []).append((pair[0].queryIdx, pair[0].trainIdx - int(self._first[owner])))
        agreeing: Counter[str] = Counter()
        for owner, matches in sorted(votes.items(), key=lambda item: -len(item[1]))[:TRIED]:
            if len(matches) < LEAST_MATCHES:
                continue
            here = places[[query for query, _ in matches]]
            there = self._places[owner][[train for _, train in matches]]
            _, inside = cv2.findHomography(there, here, cv2.RANSAC, 6.0)
            count = 0 if inside is None else int(inside.sum())
            agreeing[self.labels[owner]] = max(agreeing[self.labels[owner]], count)
        ranked = agreeing.most_common(2)
        if not ranked or ranked[0][1] < LEAST_AGREEING:
            return None
        if len(ranked) > 1 and ranked[0][1] < LEAD * ranked[1][1]:
            return None
        return ranked[0][0]
