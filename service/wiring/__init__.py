"""All use-cases on one store, what follows from each change, and what concerns every capability at once."""
