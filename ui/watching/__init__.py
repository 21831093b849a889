"""Recorded pictures refereed and held against what really happened."""
