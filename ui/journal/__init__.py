"""The journal on disk: one file a game, safe in a power cut, mended if damaged, with losses reported."""
