"""Benchmarks: other programs and this one on the same inputs, in one go. Only ratios are claims.

``make bench`` prints the table and writes it to ``bench/results/``. The other programs come from PyPI and live
in an environment of their own; they are run, never read.

What is compared: the other program's time is that of one run, its imports not counted in a call; ours is the best of
several runs after a first one. Where a ratio is near its aim, this favours us and the ratio should be read so.
"""
