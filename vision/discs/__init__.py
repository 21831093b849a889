"""Round pieces of any kind: counters, draughtsmen, caps and pawns."""
