"""The parts of a store in a SQL database, a subject each: every method is one hop and one transaction of statements."""
