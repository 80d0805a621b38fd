// Which files of a watched folder are complete and not signed yet. A file is complete if its size
// and its time have not changed for two seconds, and it is not empty.
import type { ListedFile } from './list-files.ts';

const settled = 2_000;

interface Seen {
  state: string;
  since: number;
  /** The state that has a result. */
  handled: string | undefined;
}

export class NewFiles {
  readonly #seen = new Map<string, Seen>();

  /** `now`: milliseconds of a clock that never goes back. */
  take(files: readonly ListedFile[], now: number): ListedFile[] {
    const there = new Set(files.map(({ path }) => path));
    for (const [path, seen] of this.#seen) {
      if (there.has(path)) continue;
      // A file that comes back is the same, or newer than its output.
      if (seen.handled === undefined) this.#seen.delete(path);
      else seen.state = '';
    }
    return files.filter((file) => {
      const state = stateOf(file);
      const seen = this.#seen.get(file.path);
      if (seen?.state !== state) {
        this.#seen.set(file.path, { state, since: now, handled: seen?.handled });
        return false;
      }
      return seen.handled !== state && file.bytes > 0 && now - seen.since >= settled;
    });
  }

  /** The file has a result. `file`: its state after that, if it was replaced. */
  finish(file: ListedFile): void {
    const seen = this.#seen.get(file.path);
    if (seen) Object.assign(seen, { state: stateOf(file), handled: stateOf(file) });
  }

  /** Whether an earlier version of the file has a result. */
  isNewer({ path }: ListedFile): boolean {
    return this.#seen.get(path)?.handled !== undefined;
  }
}

function stateOf({ bytes, changed }: ListedFile): string {
  return `${bytes} ${changed}`;
}
