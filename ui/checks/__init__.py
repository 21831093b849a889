"""What `companion check` looks at: the machine, its camera, its mat and its light."""
