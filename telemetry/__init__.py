"""Log line format, heartbeats and metrics hooks. Any layer except the pure games may use them."""
