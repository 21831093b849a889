"""Everything that good sight needs, judged one by one from a few seconds of pictures."""
