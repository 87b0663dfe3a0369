"""The pages around tables, and their socket."""
