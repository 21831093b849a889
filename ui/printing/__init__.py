"""Drawings on sheets of paper."""
