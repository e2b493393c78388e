"""The rules that only two expansions together bring; each pair needs both."""
