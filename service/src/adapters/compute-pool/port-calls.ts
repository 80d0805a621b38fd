// Calls across the border of a process: a recipe asks for a stored record or a signature, and the
// service responds. Arguments and results are plain data and cross by structured clone.

export interface Call {
  readonly call: number;
  readonly name: string;
  readonly values: readonly unknown[];
}

export type Answer = { readonly answer: number } & ({ readonly value: unknown } | { readonly problem: string });

type Ports = Readonly<Record<string, (...values: never[]) => unknown>>;

/** The side of the recipe. */
export function createPortCalls(send: (call: Call) => void) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(problem: Error): void }>();
  let nextCall = 0;
  return {
    /** An object on which every method is a call, except its own properties. */
    portsWith(own: Readonly<Record<string, unknown>>): object {
      return new Proxy(own, {
        get: (_target, name) => {
          // await looks for `then`, but this object is not a promise.
          if (typeof name !== 'string' || name === 'then') return undefined;
          if (name in own) return own[name];
          return (...values: unknown[]) =>
            new Promise((resolve, reject) => {
              const call = nextCall++;
              waiting.set(call, { resolve, reject });
              send({ call, name, values });
            });
        },
      });
    },

    settle(answer: Answer): void {
      const call = waiting.get(answer.answer);
      waiting.delete(answer.answer);
      if ('problem' in answer) call?.reject(new Error(answer.problem));
      else call?.resolve(answer.value);
    },
  };
}

/**
 * The side of the service. `onProblem` gets the errors of a port, because the recipe could only
 * pass on their text.
 */
export async function answerCall(
  ports: object,
  { call, name, values }: Call,
  onProblem: (problem: unknown) => void,
): Promise<Answer> {
  try {
    return { answer: call, value: await (ports as Ports)[name]!(...(values as never[])) };
  } catch (problem) {
    onProblem(problem);
    return { answer: call, problem: (problem as Error).message };
  }
}
