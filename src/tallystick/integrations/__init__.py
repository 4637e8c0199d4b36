"""Where other people's tools meet this one: training loops, test runners, model hubs, command shells."""
