"""How hard the training task is: attacks become severe and the mark becomes quiet as fast as the
decoder learns to read it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """When the task gets harder. Quality is in decibels. Progress is a share of the training time.
    """

    first_stage: tuple[float, float]  # the accuracy that ends it, and the progress that ends it anyway
    second_stage: tuple[float, float]
    severe_from: float  # the progress from which attacks grow severe anyway, in a tenth of the time
    early_step: float  # of the quality, while attacks grow
    late_steps: tuple[float, float]  # of the quality, once they are severe: at high and at fair accuracy
    quiet_within: float  # the progress that takes the quality from first to final anyway, counted from 0.2


class Curriculum:
    """Updated every 20 steps from the measured accuracy."""

    def __init__(self, pace, first, final, early_most, stage=0):
        self.pace, self.first, self.final, self.early_most = pace, first, final, early_most
        self.stage, self.severity, self.quality, self.accuracy = stage, 0.0, first, 0.5

    def move(self, measured, progress):
        pace = self.pace
        self.accuracy = 0.6 * self.accuracy + 0.4 * measured
        if self.stage == 0 and (self.accuracy > pace.first_stage[0] or progress > pace.first_stage[1]):
            self.stage = 1
        elif self.stage == 1 and (self.accuracy > pace.second_stage[0] or progress > pace.second_stage[1]):
            self.stage = 2
        elif self.stage == 2:
            if self.accuracy > 0.88:
                self.severity = min(1.0, self.severity + 0.03)
            if self.severity > 0.4 and self.accuracy > 0.9:
                self.quality = min(self.quality + pace.early_step, self.early_most)
            self.severity = max(self.severity, min(1.0, (progress - pace.severe_from) / 0.1))
            if self.severity >= 1:
                self.stage = 3
        elif self.stage == 3:
            fast, slow = pace.late_steps
            self.quality += fast if self.accuracy > 0.93 else slow if self.accuracy > 0.90 else 0.0
        if self.stage >= 1:
            floor = self.first + (self.final - self.first) * min(1.0, max(0.0, (progress - 0.2) / pace.quiet_within))
            self.quality = min(max(self.quality, floor), self.final)
