// A thread that asks for a policy, and tells what it was answered, which policy it then has, and which a thread has that it starts.
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { runBeforeOthers } from '../src/adapters/processor/thread-policy.ts';
import { policyOf } from './policy-of.ts';

const asks = { runBeforeOthers, nothing: () => {} };
export type Asked = keyof typeof asks;
export interface Told {
  readonly said: boolean | undefined;
  readonly own: number;
  readonly started?: number;
}

const asked = workerData as Asked;
const said = asks[asked]() ?? undefined;
const own = policyOf('/proc/thread-self');
const told: Told = asked === 'nothing' ? { said, own } : { said, own, started: await policyOfStarted() };
parentPort!.postMessage(told);

async function policyOfStarted(): Promise<number> {
  const [{ own }] = await once(new Worker(new URL(import.meta.url), { workerData: 'nothing' }), 'message');
  return own;
}
