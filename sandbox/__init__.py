"""The real bot without a Discord account: a simulated server with a page in the browser."""
