// Files with words that docs/style.md forbids, not rewritten yet. Remove a file from this list when
// you rewrite it. `scripts/check-texts.ts` names the files that already pass.

export const textsNotYet: readonly string[] = [
  'docs/decisions/0016-two-lanes.md',
  'docs/decisions/0017-read-replicas.md',
  'docs/decisions/0020-statements-travel-together.md',
  'docs/decisions/0021-the-event-loop-goes-first.md',
];
