"""Games in which one thing is not seen for a while, or never: what the referee makes of them."""
