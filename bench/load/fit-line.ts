// A line through measurements over time, and how certain its slope is if neighboring points are
// similar.

export interface Point {
  readonly time: number;
  readonly value: number;
}

export interface Slope {
  readonly slope: number;
  /** Half of the interval that contains the true slope in 95 of 100 cases. */
  readonly margin: number;
}

/** Student's t for 97.5% and about twenty degrees of freedom. */
const quantile = 2.08;

/** Least squares. If a residual depends on the one before it, the points count as fewer. */
export function fitLine(points: readonly Point[]): Slope {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [time, value] = [mean(points.map((point) => point.time)), mean(points.map((point) => point.value))];
  const spread = points.reduce((sum, point) => sum + (point.time - time) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.time - time) * (point.value - value), 0) / spread;
  const rests = points.map((point) => point.value - value - slope * (point.time - time));
  const squares = rests.reduce((sum, rest) => sum + rest ** 2, 0);
  const products = rests.slice(1).reduce((sum, rest, place) => sum + rest * rests[place]!, 0);
  const seen = squares > 0 ? products / squares : 0;
  // Few points show less correlation than there is, and a line removes more of it (Kendall 1954).
  const likeness = Math.min(0.9, Math.max(0, seen + (2 + 4 * seen) / points.length));
  const error = Math.sqrt((squares / Math.max(1, points.length - 2) / spread) * ((1 + likeness) / (1 - likeness)));
  return { slope, margin: quantile * error };
}
