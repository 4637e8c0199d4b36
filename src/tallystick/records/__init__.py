"""Information-extraction records: types and metrics as declarations in the algebra."""
