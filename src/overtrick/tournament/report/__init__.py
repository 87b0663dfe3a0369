"""The report, and the words, tables and charts that it shares with terminal and site."""
