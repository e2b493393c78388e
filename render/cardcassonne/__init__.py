"""Pictures of the card game: faces and backs of our own design, the table, the hand. They contain no words."""
