"""Draws the scenes of Zombinion."""
