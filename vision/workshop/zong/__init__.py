"""Draws the sky, the planets and the signs of ZONG."""
