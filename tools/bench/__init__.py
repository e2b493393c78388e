"""The costs of the program: one command, a module for each part."""
