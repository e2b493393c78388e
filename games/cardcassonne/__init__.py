"""Cardcassonne, the hidden-hand card game for two to five: four rows of cards, large meeples and chests."""
