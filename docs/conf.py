"""How the documentation is built: Sphinx over the Markdown pages, without a network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from tallystick.version import VERSION

project = "Tallystick"
author = "the authors of Tallystick"
version = release = VERSION

extensions = ["myst_parser", "pages", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_ext"]
nitpicky = True

# Other tools and readers look at the same Markdown: anchors of headings, and nothing that only Sphinx understands
# but the two directives of the extension and the tables of contents.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings: list[str] = []

# What is copied can be pasted: no prompts, and of a console only the commands.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"Tallystick {VERSION}"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_theme_options = {
    "top_of_page_buttons": [],
    # Fonts of the reader's machine: nothing is fetched.
    "light_css_variables": {
        "font-stack": "system-ui, sans-serif",
        "font-stack--monospace": "ui-monospace, monospace",
    },
}
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
