"""The texts about analyses, replays and the course of a game."""
