"""Buttons, lights, dice: devices at their edge, knowing nothing of the games."""
