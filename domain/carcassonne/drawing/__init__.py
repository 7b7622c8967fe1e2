"""How a tile, its pieces and the table around them are drawn, from the printed data alone."""
