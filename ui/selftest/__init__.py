"""The self-test: the owner lays things as asked, the eye reads them and reports its accuracy."""
