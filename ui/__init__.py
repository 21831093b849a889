"""The screen, the terminal, and the one place where all parts are put together."""

import vision as vision  # first: it sets NumPy's number of threads, which must precede the import of NumPy
