"""The only place that builds messages: views of Components V2, pictures with alt text, and whom a message may ping."""
