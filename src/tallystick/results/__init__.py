"""What runs give: plain data. Nothing here computes a score, and nothing decides how it is shown."""
