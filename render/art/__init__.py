"""The look of single things: tile pictures from tile data, figures, themes. Boards and panels are composed elsewhere."""
