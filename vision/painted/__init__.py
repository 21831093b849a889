"""A table without a camera: what a camera would see of it is painted."""
