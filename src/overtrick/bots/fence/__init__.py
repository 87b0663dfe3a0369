"""The fence around strangers' programs: boxes, the agent in them, compilers."""
