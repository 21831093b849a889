"""The journal on disk: a file a game, kept through a power cut, mended where it is damaged, never lost silently."""
