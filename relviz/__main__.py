"""``python -m relviz`` is the ``relviz`` command."""

from relviz.cli import main

if __name__ == "__main__":
    main()
