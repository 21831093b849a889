"""Single edits of the product, and which tests reach them: for `python -m tests.mutants`."""
