"""The parts of a store in a SQL database, a subject each: every method is one hop and one transaction of statements. One that is
declared by `read` or `write` does what its function in `storage.queries` says, which takes the connection before the rest.
"""
