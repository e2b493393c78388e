"""The operations of a host on a whole database: back up, move, salvage."""
