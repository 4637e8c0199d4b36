"""AnCast++ scores explained: relations, triples, links and what they follow from."""
