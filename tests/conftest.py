"""What every test stands on: the packages' own settings, before any test imports NumPy by itself."""

import vision as vision
