"""The assembly of all use-cases on one store, with the consequences of each change."""
