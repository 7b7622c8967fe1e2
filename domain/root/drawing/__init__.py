"""How the woodland, the pieces on it and the boards around it are drawn, from the printed data alone."""
