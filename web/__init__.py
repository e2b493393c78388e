"""The board in a browser: pages on which people play, watch and look back, beside the chat and by the same use-cases."""
