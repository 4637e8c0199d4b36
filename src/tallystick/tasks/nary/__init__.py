"""N-ary relations over entities."""
