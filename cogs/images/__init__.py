"""Pictures for messages: requests to painters and alt texts; this package neither computes rules nor draws."""
