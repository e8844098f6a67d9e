"""What strangers would learn of a system's own scenarios is what was written down of it.

    pytest --pyargs server.conformance -k "strangers and my_rules"
    python -m server.conformance.strangers my_rules           # write down what is new
    python -m server.conformance.strangers my_rules --anew    # and what has changed, on purpose

Random fights seldom come to what the rules say of rare cases; scenarios do, for somebody wrote them. They are hardly
ever about secrets, so these are supposed. What comes of it is kept as digests beside the scenarios: a declaration of
secrecy that is taken away, or a rule that tells more than before, changes them.
"""
