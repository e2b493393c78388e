"""Pictures of the card game: faces and backs of our own design, the table, the hand. Views in, PNGs out; no words in them."""
