"""ZONG to print: a pale chart of the sky for the board, bright discs and pieces to throw and flick upon it."""
