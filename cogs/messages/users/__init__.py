"""A person's preferences as a form."""
