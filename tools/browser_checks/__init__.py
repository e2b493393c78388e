"""Whole games and a tournament in the sandbox's page, by people who press or type there."""
