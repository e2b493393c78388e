"""Opening, joining, finding and setting up games."""
