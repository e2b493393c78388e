"""Ratings, seasons and reliability."""
