"""The looks of the screens: how they share 80 by 24 letters, and more where there is more."""

WIDTHS = [(0, "-narrow"), (76, "-wide")]  # below the second there is no room for a log beside the table

PLAY = """
#title { height: 1; padding: 0 1; background: $panel; text-style: bold; }
#middle { height: 1fr; min-height: 3; }
#left { width: 52; scrollbar-size: 0 0; }
#table { width: 100%; padding: 0 1; }
#side { width: 1fr; border-left: solid $primary; padding: 0 0 0 1; scrollbar-size-vertical: 1; }
#last { height: auto; max-height: 2; padding: 0 1; }
#prompt { height: auto; min-height: 1; max-height: 3; padding: 0 1; text-style: bold; }
#choices { padding: 0 1; }
.-narrow #left { width: 100%; height: auto; }
.-narrow #middle { layout: vertical; }
.-narrow #side { border-left: none; width: 100%; height: 1fr; }
"""

REPLAY = """
#title, #where { height: 1; padding: 0 1; background: $panel; text-style: bold; }
#where { background: $background; text-style: none; color: $text-muted; }
#middle { height: 1fr; min-height: 3; }
#left { width: 52; scrollbar-size: 0 0; }
#table { width: 100%; padding: 0 1; }
#log { width: 1fr; height: 100%; border: none; border-left: solid $primary; padding: 0 0 0 1; }
#log { background: $background; scrollbar-size-vertical: 1; }
#log:nocolor > .option-list--option-highlighted { text-style: bold underline; }
#happened { height: auto; max-height: 4; padding: 0 1; text-style: bold; }
#hands { height: auto; max-height: 9; padding: 0 1; }
.-narrow #left { width: 100%; height: auto; }
.-narrow #middle { layout: vertical; }
.-narrow #log { border-left: none; width: 100%; height: 1fr; }
"""

WATCH = """
#title { height: 1; padding: 0 1; background: $panel; text-style: bold; }
#progress { height: 1; padding: 0 1; }
ProgressBar { padding: 0 1; }
Bar { width: 1fr; }
ProgressBar, Bar { width: 100%; }
#body { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
"""

FRAME = """
Page, Question { align: center middle; }
Page > Vertical, Question > Vertical {
    width: auto; max-width: 100%; height: auto; max-height: 100%;
    border: round $primary; background: $surface; padding: 0 1;
}
Page VerticalScroll { width: 100%; height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
Page Static { width: 100%; }
Question > Vertical { width: 60; }
"""
