"""The line protocol: requests, replies, and the JSON shapes of both."""
