"""Root: the woodland, and the factions that fight over it."""
