"""The weights of figgie:trader: a table for each model, with a row for each habit and a column for each sign."""
