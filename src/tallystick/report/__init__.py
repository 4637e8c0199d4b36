"""Results shown: output formats, what they are made from, notebooks, plots, the page. Nothing here computes."""
