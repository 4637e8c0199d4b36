"""Solvers: numbers in, assignments out. Their kernels run compiled where built so, else interpreted."""


def compiled() -> bool:
    """Return whether the kernels run as compiled extensions."""
    from tallystick.solve.assign import augmenting

    return not augmenting.__file__.endswith(".py")
