"""Sources of frames: cameras, videos, folders; each says in words what is wrong with it."""
