"""Imports all kernels before tests are collected.

Collecting the doctests of a module that was not imported yet imports its source file, beside what was compiled from it.
"""

from importlib import import_module

from tallystick.solve.kernels import kernel_names

for kernel in kernel_names():
    import_module(kernel)
