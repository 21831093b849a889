"""What makes data of the program once, and is not installed: pictures are drawn and networks taught from a checkout."""
