"""Makes data of the program from a checkout, once: draws pictures and teaches networks. Not installed."""
