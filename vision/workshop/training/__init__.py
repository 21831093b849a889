"""Recipes by which the shipped weights were trained; run by hand, never at run time."""
