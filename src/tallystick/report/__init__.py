"""Presentation of results: output formats, views, notebooks, plots, the page. This package computes nothing."""
