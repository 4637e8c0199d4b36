"""Tool calls: what models and their interfaces write, as one list of ``{name, arguments}``."""
