"""Use-cases: the only writer of the store; knows no Discord and asks no game which one it is."""
