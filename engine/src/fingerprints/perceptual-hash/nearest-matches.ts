// The few best of many matches: nearest first, then oldest first. Each of many equal pictures costs
// only one comparison.

export interface HashMatch {
  /** The number under which the hash was added. */
  entry: number;
  distance: number;
}

export class NearestMatches {
  readonly matches: HashMatch[] = [];
  /** Nothing farther than this can still be added. */
  farthest: number;
  readonly #limit: number;

  constructor(distance: number, limit: number) {
    this.farthest = distance;
    this.#limit = limit;
  }

  offer(entry: number, distance: number): void {
    if (distance > this.farthest) return;
    const { matches } = this;
    const full = matches.length === this.#limit;
    if (full && isBefore(matches.at(-1)!, entry, distance)) return;
    if (full) matches.pop();
    let at = matches.length;
    while (at > 0 && !isBefore(matches[at - 1]!, entry, distance)) at--;
    matches.splice(at, 0, { entry, distance });
    if (matches.length === this.#limit) this.farthest = matches.at(-1)!.distance;
  }
}

function isBefore(match: HashMatch, entry: number, distance: number): boolean {
  return match.distance < distance || (match.distance === distance && match.entry < entry);
}
