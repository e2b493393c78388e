"""Pages in the browser: who has which open, and which games and tournaments are shown to everybody with the link."""
