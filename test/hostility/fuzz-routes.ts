// Sends generated requests to every route of a running service, over several connections, and
// collects failures.
import type { DatabaseKind } from '../../service/test-support/running-service.ts';
import { startAttackedService } from './attacked-service.ts';
import { keepState } from './foreign-state.ts';
import { judgeAnswer } from './judge-answer.ts';
import { readOperations } from './operations.ts';
import { makeParty, type Party } from './parties.ts';
import { RawClient } from './raw-client.ts';
import { makeRequestCase, type RequestCase } from './request-cases.ts';

export interface RouteFinding {
  readonly number: number;
  readonly request: string;
  readonly fault: string;
}

export interface RouteTally {
  requests: number;
  /** 503 with Retry-After: a line was full. */
  busy: number;
  routes: number;
  /** Routes that never succeeded. */
  unreached: readonly string[];
  slowestMilliseconds: number;
  slowestHealthMilliseconds: number;
  restBytes: number;
  mostBytes: number;
  readonly statuses: Record<number, number>;
  readonly findings: RouteFinding[];
}

export interface RouteRun {
  readonly database: DatabaseKind;
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** Ends after this time, done or not. */
  readonly minutes?: number | undefined;
  readonly onProgress?: (tally: RouteTally) => void;
  readonly onFinding?: (finding: RouteFinding) => void;
}

const connections = 6;
const longestMilliseconds = 20_000;
/**
 * An attacker loses keys and members by its own requests, and fills its lists. After this many
 * requests, another one takes over.
 */
const attackerRequests = 500;

export async function fuzzRoutes({
  database,
  seed,
  first,
  count,
  minutes = Number.POSITIVE_INFINITY,
  onProgress,
  onFinding,
}: RouteRun): Promise<RouteTally> {
  const service = await startAttackedService(database);
  const operations = await readOperations(service.url);
  const victim = await makeParty(service.url, service.database);
  const victimState = await keepState(service.database, victim.orgId);
  const reached = new Set<string>();
  const tally: RouteTally = {
    requests: 0,
    busy: 0,
    routes: operations.length,
    unreached: [],
    slowestMilliseconds: 0,
    slowestHealthMilliseconds: 0,
    restBytes: 0,
    mostBytes: 0,
    statuses: {},
    findings: [],
  };
  const keep = (finding: RouteFinding) => {
    tally.findings.push(finding);
    onFinding?.(finding);
  };

  async function attack(client: RawClient, attacker: Party, number: number): Promise<void> {
    const request = makeRequestCase(operations, { own: attacker, foreign: victim }, seed, number);
    try {
      const answer = await client.send(request, longestMilliseconds);
      const { status, milliseconds } = answer;
      tally.requests += 1;
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      tally.slowestMilliseconds = Math.max(tally.slowestMilliseconds, milliseconds);
      if (status === request.operation.successStatus) reached.add(request.operation.name);
      const judgement = judgeAnswer(request, answer, victim.secret);
      if (judgement.kind === 'busy') tally.busy += 1;
      if (judgement.kind === 'fault') keep({ number, request: describe(request), fault: judgement.fault });
    } catch (problem) {
      keep({ number, request: describe(request), fault: (problem as Error).message });
    }
    onProgress?.(tally);
  }

  const clients = Array.from({ length: connections }, () => new RawClient(service.url));
  const endsAt = performance.now() + minutes * 60_000;
  for (let start = first; start < first + count && performance.now() < endsAt; start += attackerRequests) {
    const attacker = await makeParty(service.url, service.database);
    const end = Math.min(start + attackerRequests, first + count);
    let next = start;
    await Promise.all(
      clients.map(async (client) => {
        while (next < end && service.lastWords() === undefined) await attack(client, attacker, next++);
      }),
    );
    const lastWords = service.lastWords();
    if (lastWords !== undefined) {
      keep({ number: next - 1, request: `one of the last ${connections} before it`, fault: lastWords });
      break;
    }
    // The first round brings every thread and table into memory.
    if (tally.restBytes === 0) tally.restBytes = service.residentBytes();
  }
  for (const client of clients) client.close();

  for (const change of await victimState.findChanges())
    keep({ number: first, request: 'the other organization', fault: change });
  for (const line of service.errorLines) keep({ number: first, request: 'the log', fault: line.slice(0, 1_000) });
  tally.unreached = operations.map(({ name }) => name).filter((name) => !reached.has(name));
  tally.slowestHealthMilliseconds = service.slowestHealth();
  tally.mostBytes = service.mostResidentBytes();
  await service.stop();
  return tally;
}

function describe({ caller, method, target, headers, body, framing }: RequestCase): string {
  const shown = headers
    .filter(([name]) => name !== 'authorization')
    .map(([name, value]) => `${name}: ${value.slice(0, 60)}`);
  const text = body ? ` ${body.toString('latin1').slice(0, 400)}` : '';
  return `${caller}: ${method} ${target.slice(0, 200)} [${shown.join(' | ')}]${framing ? ` (${framing})` : ''}${text}`;
}
