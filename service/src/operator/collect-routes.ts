// The routes of the service as it really assembles them: it starts for a moment on free ports over
// an empty folder, without touching the operator's own service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../configuration/read-configuration.ts';
import type { Route } from '../http/define-route.ts';
import { createLog } from '../log.ts';
import { startService } from '../service.ts';

export async function collectRoutes(): Promise<readonly Route[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'provenance-routes-'));
  try {
    const configuration = readConfiguration({ PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDirectory });
    const service = await startService(configuration, createLog('silent'));
    await service.stop();
    return service.live.routes;
  } finally {
    await rm(dataDirectory, { recursive: true });
  }
}
