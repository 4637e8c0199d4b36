"""AnCast: two graphs aligned by anchor broadcast, and five numbers that the alignment gives.

Sun and Xue (2024), "Anchor and Broadcast: An Efficient Concept Alignment Approach for Evaluation of Semantic
Graphs". Equations are cited by their numbers in the paper.
"""

from tallystick.tasks.graphs.ancast.metrics import METRICS
from tallystick.tasks.graphs.ancast.rounds import RoundMatrix, explain_rounds

__all__ = ["METRICS", "RoundMatrix", "explain_rounds"]
