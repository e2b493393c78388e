"""Commands and button handlers of a running match."""
