"""The manual: the documentation as a site of plain files, made without a network."""
