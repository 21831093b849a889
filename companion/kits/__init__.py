"""Parts that several games share; no game by itself."""
