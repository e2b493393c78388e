"""The pages in the browser: which are open, and which games and tournaments have a public link."""
