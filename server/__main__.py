"""`python -m server` is `fray`."""

from server.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
