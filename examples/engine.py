"""For those who are used to ``python engine.py BOT BOT BOT BOT [BOT] [-r N] [-v] [-o DIR]``: the same, by overtrick."""

from overtrick.commands.figgie import figgie

if __name__ == "__main__":
    figgie(prog_name="engine.py")
