"""Replays records of whole games, played by somebody else's engine, and names the first difference of each.

`python -m tools.conformance PATH...`; a path is a record (`.json`, `.json.gz`) or a folder of them.
"""
