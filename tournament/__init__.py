"""Events as pure arithmetic: results, standings, pairings, brackets. No chat, no clock, no storage: all of it is an argument."""
