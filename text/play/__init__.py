"""Turns, requests, seats that change hands, the end of a game."""
