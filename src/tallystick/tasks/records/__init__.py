"""What the tasks over records share: declarations, credit for types, judged pairs."""
