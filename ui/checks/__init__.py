"""The checks of `companion check`: the machine, its camera, its mat and its light."""
