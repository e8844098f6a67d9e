"""Who may know what: whose eyes look, and what is left of a value for them."""
