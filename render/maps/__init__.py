"""The paper of a printed map: land, sea and everything printed, on which `render.canvas` draws the tiles."""
