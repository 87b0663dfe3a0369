"""The pages about rules, and the manual."""
