"""``python -m overtrick`` is the same as ``overtrick``."""

import sys


def run() -> None:
    """Run the command, of which even the first moment may be interrupted."""
    try:
        from overtrick.commands.main import main

        main()
    except KeyboardInterrupt:
        sys.exit("overtrick: stopped before it was done")


if __name__ == "__main__":
    run()
