"""The line protocol: requests, replies, and the shapes that both are written in."""
