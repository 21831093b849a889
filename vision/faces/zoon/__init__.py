"""Cards of Zoon and Zoondo to print; their creatures and scenes are pictures of this package."""
