"""Messages that show the clocks of a match."""
