"""Tests of the eye, and the measurements of it that are run by hand."""

import vision as vision  # before NumPy is imported: it says on how many threads that works, and so what is measured
