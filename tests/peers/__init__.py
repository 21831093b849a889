"""Other ways to tell cards, written anew for measuring only: what ours is held against. None is used at play."""
