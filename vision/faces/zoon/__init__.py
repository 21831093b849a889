"""Cards of Zoon and Zoondo to print: how they are laid out, and the creatures, emblems and scenes on them."""
