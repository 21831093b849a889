"""Cards of Zoon and Zoondo to print: how they are laid out; the creatures and scenes on them are kept pictures."""
