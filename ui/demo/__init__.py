"""Games that play themselves on the simulated table."""
