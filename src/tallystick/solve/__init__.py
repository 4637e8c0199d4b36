"""Solvers: numbers in, assignments out. Their kernels run compiled where built so, else interpreted."""


def compiled() -> bool:
    """Tell whether the kernels run as compiled extensions."""
    from tallystick.solve import assignment

    return not assignment.__file__.endswith(".py")
