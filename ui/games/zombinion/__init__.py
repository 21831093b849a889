"""What the screens show of Zombinion alone."""
