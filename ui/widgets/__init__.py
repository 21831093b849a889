"""The parts that screens are made of. They draw plain values and send touches; none knows a game or a referee."""
