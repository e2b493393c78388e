"""Everything that is remembered: SQL lives here and nowhere else."""
