"""What a host does with a whole database: copy it aside, move it, save what is whole."""
