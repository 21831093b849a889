"""The parts of screens. They draw plain values and send touches; none knows a game or a referee."""
