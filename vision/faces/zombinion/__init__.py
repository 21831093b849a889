"""Zombinion to print: cards with a scene each, their back, mats and a reference card."""
