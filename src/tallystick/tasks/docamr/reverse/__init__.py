"""From a document graph back to sentences and annotations."""
