"""Referees recorded pictures and scores the result against the truth."""
