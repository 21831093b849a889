"""Frames in, scenes out. Of `companion` it uses `sight`, `language` and `bounded` only."""

import os

# NumPy's small matrix products are slower on many threads than on one, and its idle threads burn a whole core
# beside the screen's. OpenBLAS reads this when NumPy is first imported; a value set before is kept.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
