"""Draws the creatures, emblems, scenes and backs of Zoon."""
