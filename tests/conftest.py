"""Settings of all tests: how long an example takes depends on the machine, and is no failure."""

from hypothesis import settings

settings.register_profile("tallystick", deadline=None)
settings.load_profile("tallystick")
