"""The texts of profiles and leaderboards."""
