"""``tallystick --version``."""

from tallystick.solve import compiled
from tallystick.version import VERSION

__all__ = ["version_line"]


def version_line() -> str:
    """The version, and whether the kernels run compiled."""
    return f"tallystick {VERSION} ({'compiled' if compiled() else 'interpreted'} kernels)"
