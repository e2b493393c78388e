"""Every word that a player reads, and the readers of what players type. Imports `games` only; knows no Discord."""
