"""Results of runs, as plain data. This package neither computes scores nor formats them."""
