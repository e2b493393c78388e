"""From views to pictures. Nothing here knows rules: it paints what a `BoardView` says."""
