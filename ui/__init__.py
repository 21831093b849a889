"""The screen, the terminal, and the one place where all parts are put together."""

import vision as vision  # first of all: it says on how many threads NumPy works, before NumPy is imported
