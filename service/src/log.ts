// Structured logs, one JSON line each, without secrets: bodies, headers and tokens are never handed to the log.
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './configuration/settings.ts';

export type { Logger };

/** Lines are gathered and written together; the last ones are written when the process ends. */
const gatherBytes = 4_096;
const flushMilliseconds = 250;

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp, formatters: { level: (label) => ({ level: label }) } },
    destination ?? pino.destination({ dest: 1, minLength: gatherBytes, sync: false, periodicFlush: flushMilliseconds }),
  );
}

let lastTime = 0;
let lastText = '';

/** Many lines share a millisecond; its text is made once. */
function timestamp(): string {
  const time = Date.now();
  if (time !== lastTime) {
    lastTime = time;
    lastText = `,"time":"${new Date(time).toISOString()}"`;
  }
  return lastText;
}
