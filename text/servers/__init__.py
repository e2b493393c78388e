"""Server settings, results, health."""
