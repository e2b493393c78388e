"""Messages of a running match: turns, drafts, views, requests and panels."""
