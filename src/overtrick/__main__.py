"""``python -m overtrick`` is the same as ``overtrick``."""

from overtrick.commands.main import main

if __name__ == "__main__":
    main()
