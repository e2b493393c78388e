"""The log of an event: one dataclass for each kind of row, with what it changes, and the codec of what is stored."""
