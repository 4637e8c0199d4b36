"""Documents with coreference: the model, and a folder for each format."""
