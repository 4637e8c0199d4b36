"""The theory, independent of tasks: similarity, matching, normalisation, orders, latent variables."""
