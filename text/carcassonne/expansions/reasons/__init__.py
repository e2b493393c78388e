"""What each expansion finds in the difference between two turns: a module of its name, listed in its phrasebook."""
