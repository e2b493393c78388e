"""The web pages on which users play, watch and replay games in a browser, with the same services as the Discord commands."""
