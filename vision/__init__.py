"""Frames in, scenes out. Knows companion.sight and nothing else of companion."""
