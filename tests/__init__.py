"""The tests. They reckon as the oldest processor with AVX2 does, wherever they run.

NumPy's sums and products differ in the last digit from one processor to another, and where two readings of a picture
are all but alike that decides between them: an approved record would hold on some machines and not on others.
"""

import os
import platform
from importlib.metadata import version

if platform.machine() == "x86_64":
    # Both are read when NumPy is first imported. Older versions of NumPy name the parts of a processor otherwise.
    os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
    if tuple(map(int, version("numpy").split(".")[:2])) >= (2, 4):
        os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_ICL AVX512_SPR")
