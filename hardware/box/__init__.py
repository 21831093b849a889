"""How the program gets onto a machine and is renewed there: shell that setup.sh sources, and bundles."""
