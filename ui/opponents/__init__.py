"""Somebody to play with at the table: seats that the box plays, thought out in a process of its own."""
