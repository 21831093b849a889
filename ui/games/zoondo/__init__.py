"""What the screens show of Zoondo alone."""
