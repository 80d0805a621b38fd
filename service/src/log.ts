// Structured logs, one JSON line each, without secrets: bodies, headers and tokens never go to the
// log.
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './configuration/settings.ts';

export type { Logger };

export function createLog(level: LogLevel, destination: DestinationStream = openStandardOutput()): Logger {
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, destination);
}

/** A slow reader of the log never stops the service: pino drops lines when 16 MiB wait for it. */
function openStandardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100, maxLength: 16 * 1024 * 1024 });
}
