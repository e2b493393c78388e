"""What people can ask for: the slash commands and what buttons do. Reads a question, calls one use-case, shows a message."""
