"""Drawings in millimetres, and prints for the table."""
