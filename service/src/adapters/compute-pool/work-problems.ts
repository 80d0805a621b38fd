// Why a task has no result, for the code that responds to the caller. Only ContentRefused is about
// the content. The others ask the caller to send it again.

/** The content cannot be processed. The sentence is for the uploader. */
export class ContentRefused extends Error {}

/** The line is full, or did not advance in time. */
export class PoolBusy extends Error {
  constructor() {
    super('The service is busy and its queue is full. Try again in a moment.');
  }
}

/** A process ended, or could not continue. */
export class WorkInterrupted extends Error {
  /** reason: for the log. */
  constructor(reason: string, cause?: unknown) {
    super('Processing was interrupted. Send the content again.', { cause: new Error(reason, { cause }) });
  }
}

export class OutOfTime extends Error {
  constructor() {
    super('Processing took too long. Send the content again later.');
  }
}
