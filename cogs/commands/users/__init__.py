"""Commands about a user's preferences, blocked users and personal data."""
