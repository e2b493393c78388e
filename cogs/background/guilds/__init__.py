"""Background work for servers: membership, deleted channels, result lines, records, the weekly paper, welcomes."""
