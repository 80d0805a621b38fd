// Uploads that are signed together ask for their signatures at almost the same time. Their messages
// travel to the service in one call.
import type { MessageToSign } from '../recipes.ts';

export interface MessageSigner {
  /** Signatures in the order of the messages. */
  signMessages(messages: readonly MessageToSign[]): Promise<readonly Uint8Array[]>;
}

interface Waiting extends PromiseWithResolvers<Uint8Array> {
  readonly message: MessageToSign;
}

export function gatherMessages(signer: MessageSigner): (message: MessageToSign) => Promise<Uint8Array> {
  let waiting: Waiting[] = [];

  async function signWaiting(): Promise<void> {
    const together = waiting;
    waiting = [];
    try {
      const signatures = await signer.signMessages(together.map(({ message }) => message));
      for (const [index, { resolve }] of together.entries()) resolve(signatures[index]!);
    } catch (problem) {
      for (const { reject } of together) reject(problem);
    }
  }

  return (message) => {
    if (waiting.length === 0) setImmediate(signWaiting);
    const one = { message, ...Promise.withResolvers<Uint8Array>() };
    waiting.push(one);
    return one.promise;
  };
}
