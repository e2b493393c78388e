"""Rules that apply only if two certain expansions are both in play."""
