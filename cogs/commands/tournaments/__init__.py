"""Commands of tournaments, for players, spectators, referees and organisers."""
