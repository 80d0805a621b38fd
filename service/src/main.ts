// The program: configuration → both environments → listening, until a signal stops it.
import { readConfiguration } from './configuration/read-configuration.ts';
import { createLog } from './log.ts';
import { startService } from './service.ts';

/** A stop that takes longer than this has hung. Supervisors usually wait 30 seconds. */
const stopMilliseconds = 25_000;

try {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.logLevel);
  const service = await startService(configuration, log);
  log.info({ live: service.live.url, sandbox: service.sandbox.url, node: process.version }, 'listening');
  announce(service.live.url, service.sandbox.url);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopMilliseconds).unref();
    await service.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (problem) {
  process.stderr.write(`The service does not start: ${(problem as Error).message}\n`);
  process.exit(1);
}

/** For a person at a terminal. Programs read the log line. */
function announce(live: string, sandbox: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\n  live     ${live}\n  sandbox  ${sandbox}\n  docs     ${live}/docs\n\n`);
}
