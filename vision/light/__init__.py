"""How a picture is lit, and how colours are told under any lamp."""
