"""A table without a camera: pictures of it are painted as a camera would see them."""
