"""Where pictures come from: cameras, videos, folders; each gives frames and says in words what is wrong with it."""
