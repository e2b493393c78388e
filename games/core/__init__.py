"""Parts that all games share: the protocol, the gateway for actions, options and refusals."""
