"""The texts of the expansions, one module for each, named after the expansion (see `phrasebook`)."""
