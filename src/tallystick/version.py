"""The version, alone in a module so that it can be read without importing anything."""

VERSION = "0.1.0"
