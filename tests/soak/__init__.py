"""A server that is used for an hour keeps what it needs and no more: `make soak`."""
