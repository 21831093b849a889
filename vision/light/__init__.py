"""The light of a picture, and colours under any lamp."""
