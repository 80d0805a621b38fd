// Which organization's job a free worker takes. The one with the fewest running jobs goes first,
// then the one that waits longest. An organization that already has a job on this node never takes
// the last free worker of the node, so the job of another organization starts at once, however many
// the first one has sent.

export interface Turn {
  /** Organizations with a job that can be taken, and since when it waits. */
  readonly waiting: readonly { readonly orgId: string; readonly since: number }[];
  /** How many jobs of an organization run on all nodes. */
  readonly running: ReadonlyMap<string, number>;
  /** Organizations of the jobs that run on this node. */
  readonly here: readonly string[];
  /** How many jobs this node runs at once. */
  readonly workers: number;
}

export function chooseOrganization({ waiting, running, here, workers }: Turn): string | undefined {
  const free = workers - here.length;
  if (free < 1) return undefined;
  const countOf = (orgId: string) => running.get(orgId) ?? 0;
  const allowed = waiting.filter(({ orgId }) => free > 1 || !here.includes(orgId));
  const [first] = [...allowed].sort(
    (one, other) => countOf(one.orgId) - countOf(other.orgId) || one.since - other.since,
  );
  return first?.orgId;
}
