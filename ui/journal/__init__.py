"""The journal on disk: games kept through a power cut, mended where they are damaged, never lost silently."""
