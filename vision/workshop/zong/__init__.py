"""What draws the sky, the planets and the signs of ZONG."""
