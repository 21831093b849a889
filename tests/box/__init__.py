"""The box: what is installed on it, how it is updated, and a rehearsal of a Raspberry Pi."""
