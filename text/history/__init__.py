"""Analyses, replays and the course of a game."""
