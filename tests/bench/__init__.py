"""The benchmarks: how near Fray is to the floor of the machine that it runs on. `python -m tests.bench --help`."""
