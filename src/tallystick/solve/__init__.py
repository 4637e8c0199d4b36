"""Solvers: numbers in, assignments out. The kernels run compiled where they were built so, else as they are."""


def compiled() -> bool:
    """Tell whether the kernels run as compiled extensions."""
    from tallystick.solve import assignment

    return not assignment.__file__.endswith(".py")
