"""Tokens: flat discs whose faces are enrolled."""
