"""Wizard for PettingZoo."""

from functools import partial

from overtrick.adapters.pettingzoo import arena

env, raw_env = partial(arena.env, "wizard"), partial(arena.raw_env, "wizard")
