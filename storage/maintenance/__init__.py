"""Maintenance of a whole database by a self-hoster: backing up, moving, salvaging."""
