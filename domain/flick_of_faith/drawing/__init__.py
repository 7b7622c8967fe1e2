"""How the mat, the discs on it and what lies around it are drawn, from any sound map."""
