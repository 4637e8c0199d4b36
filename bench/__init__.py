"""Benchmarks: other programs and this one on the same inputs, in one go. Only ratios are claims.

``make bench`` prints the table and writes it to ``bench/results/``. The other programs come from PyPI and live
in an environment of their own; they are run, never read.
"""
