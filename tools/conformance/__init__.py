"""The replay of whole games recorded with another engine, which names the first difference of each.

`python -m tools.conformance PATH...`; a path is a record (`.json`, `.json.gz`) or a folder of them.
"""
