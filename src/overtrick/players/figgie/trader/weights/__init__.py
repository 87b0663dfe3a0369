"""What figgie:trader was taught: for each model a table, a row for each habit and a column for each sign; a network."""
