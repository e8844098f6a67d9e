"""How an encounter begins: encounter files, the installed rule systems, laying a table."""
