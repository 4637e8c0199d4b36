"""The Berkeley Function-Calling Leaderboard: its verdicts about calls, without its dependence on their order."""
