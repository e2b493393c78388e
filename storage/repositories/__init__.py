"""The repositories of a store, one for each subject. Every method is one transaction.

Methods declared as `read(f)` or `write(f)` run the function `f` of `storage.queries` and are documented there.
"""
