"""The words of events: boards, bulletins, letters, tables, and why something cannot be done."""
