"""The Discord layer: commands, buttons and messages. It reads interactions, calls the services, and shows their results."""
