"""The site: everything that a browser or a program asks for."""
