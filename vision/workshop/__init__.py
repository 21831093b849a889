"""What draws the illustrations once: run from a checkout by who changes a picture, and not installed."""
