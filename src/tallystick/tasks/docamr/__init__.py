"""Multi-sentence AMR: building document graphs, and scoring them (DocSmatch)."""
