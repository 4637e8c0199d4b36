"""docAMR 0.1.1: the document graphs it builds, and how it scores them."""
