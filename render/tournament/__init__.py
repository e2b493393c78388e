"""Pictures of events: tables, brackets, champions, and how people have played. What they write is given to them in words."""
