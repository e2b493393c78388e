"""What pages in the browser say."""
