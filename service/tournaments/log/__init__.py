"""The log of an event: one dataclass for each kind of row, with the change it makes, and the codec of stored rows."""
