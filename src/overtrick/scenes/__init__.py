"""What people see of a match, as plain data for any medium."""
