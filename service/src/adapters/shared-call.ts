// One call for everyone who asks while another is on its way. It begins after the last of them
// asked, so that its answer includes everything that was true when they asked.

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
