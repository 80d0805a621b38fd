// One call for everyone who asks in the same turn of the event loop, or while another is on its way. It begins after the
// last of them asked, so that each hears of everything that was so when it asked.
import { atEndOfTurn } from './end-of-turn.ts';

export function shareCalls<Answer>(call: () => Promise<Answer>): () => Promise<Answer> {
  let onItsWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;

  async function begin(): Promise<Answer> {
    await onItsWay;
    await new Promise<void>(atEndOfTurn);
    next = undefined;
    const answer = call();
    onItsWay = answer.catch(() => undefined);
    return answer;
  }

  return () => {
    next ??= begin();
    return next;
  };
}
