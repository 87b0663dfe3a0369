"""overtrick: an arena where card-playing programs, and people, compete."""

import sys

__version__ = "0.1.0"

if (
    "gymnasium" in sys.modules
):  # gymnasium.make("overtrick:Wizard-v0") imports this package, and then looks for the name
    from overtrick.adapters.gymnasium_names import register_all

    register_all(sys.modules["gymnasium"].register, sys.modules["gymnasium"].registry)
