"""Approved records: what the product says at many points, kept in files and compared exactly. See __main__.py."""
