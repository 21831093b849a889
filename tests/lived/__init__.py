"""Whole games lived through in a real window: an app started as people start it, and a finger of the X server."""
