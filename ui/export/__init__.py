"""Exports a game as one HTML page that opens anywhere: result, boards, every entry in words."""
