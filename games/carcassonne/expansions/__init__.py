"""The expansions: one folder each, rules and tiles."""
