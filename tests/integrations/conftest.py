"""The command line and the folder of its own tests, here too."""

from tests.cli.conftest import command, folder

__all__ = ["command", "folder"]

#: A package of its own, which is installed by a test.
collect_ignore = ["forms_package"]
