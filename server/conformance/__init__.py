"""What every rule system must keep: whatever is installed is put through random fights from its demo encounter, and
what strangers would learn of the scenarios here is compared with what was written down (`strangers`).

    pytest --pyargs server.conformance                 # every system that is installed here
    pytest --pyargs server.conformance -k three_cups   # one of them

Needs pytest and Hypothesis (`pip install "fray-table[conformance]"`). A system gets all of this by being registered;
nothing in here names one.
"""
