"""Drawings of single things: tiles from tile data, figures, themes. Boards and panels are composed elsewhere."""
