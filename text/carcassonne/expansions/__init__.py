"""The words of the expansions, a module each, named after it (see `phrasebook`)."""
