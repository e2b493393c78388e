"""Use-cases of play: turns, drafts, chance draws, requests to the other players, and seats that change their player."""
