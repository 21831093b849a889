"""What every test stands on: the packages' own settings, and properties that try the same examples every time.

Set ZO_EXPLORE to let the properties look for new examples.
"""

import os

import vision as vision  # before any test imports NumPy by itself: it settles the threads

from hypothesis import settings  # isort: skip

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if "ZO_EXPLORE" in os.environ else "steady")
