"""Latent variables: matched jointly with everything else (Equations 34–36, Appendix A.1)."""
