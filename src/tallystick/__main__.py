"""``python -m tallystick``."""

from tallystick.cli import main

main()
