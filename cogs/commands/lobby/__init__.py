"""Commands before a game begins: opening, joining, finding and configuring games."""
