"""The pictures of the expansions, a module each, named after it (see `render.art.artwork`)."""
