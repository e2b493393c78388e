"""What every game shares: the protocol, the door from outside, options and refusals."""
