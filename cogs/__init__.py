"""The Discord side: commands, buttons, messages. Reads interactions, calls the services, presents their answers."""
