"""Worker processes for long calculations, so that the event loop stays responsive."""
