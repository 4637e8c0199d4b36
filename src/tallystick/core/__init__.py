"""The theory, which knows no task: similarity, matching, normalisation, orders, latent variables."""
