"""The rule systems, one folder each. They are pure, and none knows another."""
