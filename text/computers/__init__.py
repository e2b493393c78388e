"""The texts about hints."""
