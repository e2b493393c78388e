"""Transcripts of scripted evenings of play in every language: `python -m tools.transcripts` renews them.

`scenarios` plays the evenings in a simulated Discord by buttons and commands, `server` writes down every message, and `recorder`
notes for each sentence of the catalogues where users read it, and one example as the program composed it. `make words` puts the
examples into the catalogues.
"""
