"""What draws the scenes of Zombinion."""
