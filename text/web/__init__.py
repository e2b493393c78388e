"""The words of pages in the browser."""
