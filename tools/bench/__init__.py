"""What everything costs: one command, a module for each part."""
