"""`python -m server` is `fray`."""

from server.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
