"""The version, alone in a module so that it can be read without importing anything."""

VERSION = "1.0.0"
