"""Conformance replay: whole games recorded with another engine are replayed, and the first difference of each is reported.

`python -m tools.conformance PATH...`; a path is a record (`.json`, `.json.gz`) or a folder of records.
"""
