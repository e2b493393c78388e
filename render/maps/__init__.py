"""The paper of a printed map: land, sea and what is printed on them, for `render.canvas` to lay tiles on."""
