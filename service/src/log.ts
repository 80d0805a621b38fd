// Structured logs, one JSON line each, without secrets: bodies, headers and tokens are never handed to the log.
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './configuration/settings.ts';
import { openLogLines } from './log-lines.ts';

export type { Logger };

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp, formatters: { level: (label) => ({ level: label }) } },
    destination ?? openLogLines(1),
  );
}

function timestamp(): string {
  return `,"time":"${timeText()}"`;
}

let lastTime = 0;
let lastText = '';

/** Many lines share a millisecond; its text is made once. */
export function timeText(): string {
  const time = Date.now();
  if (time !== lastTime) {
    lastTime = time;
    lastText = new Date(time).toISOString();
  }
  return lastText;
}
