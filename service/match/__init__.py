"""A match: its rows, its log, and what one commit does to it. All capabilities change games through this."""
