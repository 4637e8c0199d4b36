# What other compiled modules see of shown.py; interpreted code never reads it.

cpdef str whole_value(object value)
cpdef str shown_value(object value, int most=*)
