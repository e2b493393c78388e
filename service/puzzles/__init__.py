"""The daily puzzle: made ahead, posted, answered, solved."""
