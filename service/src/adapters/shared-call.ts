// One call for all callers that arrive while another is in progress. It starts after the last of
// them arrived, so that its result includes everything that was true at that time.

export function shareCalls<Answer>(call: () => Promise<Answer>): () => Promise<Answer> {
  let onItsWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;

  async function begin(): Promise<Answer> {
    await onItsWay;
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
