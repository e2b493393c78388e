"""The transcripts of whole evenings of play in every language: `python -m tools.transcripts` renews them.

`scenes` plays the evenings in a simulated Discord by buttons and commands, `server` writes down every message, and `recorder` notes
for each sentence where it was read and one example as the program composed it. `make words` puts the examples into the catalogues.
"""
