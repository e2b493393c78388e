"""The pages in the browser: open sessions, and public links to games and tournaments."""
