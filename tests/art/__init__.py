"""The pictures of the product, drawn by code: `python -m tests.art`. Nothing of this is installed."""
