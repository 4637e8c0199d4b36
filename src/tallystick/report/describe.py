"""Values and alignments in a few words; they are told in `core`, where a score can show itself too."""

from tallystick.core.describe import alignment_as_dict, alignment_lines, costs, describe, side_by_side

__all__ = ["alignment_as_dict", "alignment_lines", "costs", "describe", "side_by_side"]
