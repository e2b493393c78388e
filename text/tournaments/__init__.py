"""The words of events: boards, bulletins, direct messages, tables, and reasons for refusals."""
