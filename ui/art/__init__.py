"""The pictures of the product, drawn by code (`python -m tests.art`), and where each lies."""
