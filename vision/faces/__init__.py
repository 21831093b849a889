"""Our own prints: pictures with figures and words over them; never needed while a table is read."""
