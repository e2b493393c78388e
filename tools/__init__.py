"""Commands for developers; every one is run as `python -m tools.NAME`."""
