"""The fault suite: a deterministic simulation of servers, clients and Redis, and faults done to real processes."""
