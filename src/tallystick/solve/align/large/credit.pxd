# What compiled code in other modules sees of credit.py; interpreted code never reads it.

cpdef double credit_of(int rule, int pred_count, int gold_count) noexcept
