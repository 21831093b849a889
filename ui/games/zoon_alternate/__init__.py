"""What the screens show of Zoon by the alternate rules alone."""
