"""How well the eye reads, measured against pictures whose truth is known."""
