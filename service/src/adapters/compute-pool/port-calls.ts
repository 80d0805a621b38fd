// Calls across the border of a thread: a recipe in a worker asks, the main thread answers. Arguments and answers are plain
// data and cross by structured clone.
import type { MessagePort } from 'node:worker_threads';

interface Call {
  readonly id: number;
  readonly name: string;
  readonly values: readonly unknown[];
}

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly problem: string });

type Ports = Readonly<Record<string, (...values: never[]) => unknown>>;

/** The worker's side: an object on which every method is a call, but what it has of its own. */
export function callPorts(port: MessagePort, own: Readonly<Record<string, unknown>> = {}): Ports {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(problem: Error): void }>();
  let nextId = 0;
  port.on('message', (answer: Answer) => {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('problem' in answer) call?.reject(new Error(answer.problem));
    else call?.resolve(answer.value);
  });
  return new Proxy<Ports>(Object.freeze({}), {
    get: (_target, name) => {
      // A promise would be asked for `then`; this object is none.
      if (typeof name !== 'string' || name === 'then') return undefined;
      if (name in own) return own[name];
      return (...values: unknown[]) =>
        new Promise((resolve, reject) => {
          const id = nextId++;
          waiting.set(id, { resolve, reject });
          port.postMessage({ id, name, values } satisfies Call);
        });
    },
  });
}

/** The main thread's side. The first problem is kept for the caller: a worker could only pass on its words. */
export function answerPorts(port: MessagePort, ports: Ports, onProblem: (problem: unknown) => void): void {
  port.on('message', async ({ id, name, values }: Call) => {
    try {
      const value = await ports[name]!(...(values as never[]));
      port.postMessage({ id, value });
    } catch (problem) {
      onProblem(problem);
      port.postMessage({ id, problem: (problem as Error).message });
    }
  });
}
