"""Seats that the box plays, with moves computed in a separate process."""
