"""Time at the table, as pure arithmetic: terms of a match, clocks, nights, stops. Nobody here asks what time it is."""
