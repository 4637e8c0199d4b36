"""The common part of record tasks: declarations, credit for types, judged pairs."""
