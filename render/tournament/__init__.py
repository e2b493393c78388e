"""Pictures of events: tables, brackets, champions and profiles. All texts in them are passed by the caller."""
