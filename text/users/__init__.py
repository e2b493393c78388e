"""The texts about users: preferences, blocks, privacy and names."""
