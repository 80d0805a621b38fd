// Writes the API as OpenAPI 3.1, the same document as /openapi.json.
import { writeFile } from 'node:fs/promises';
import { describeRoutes } from '../../http/documents/openapi.ts';
import { collectRoutes } from '../collect-routes.ts';
import type { RunCommand } from '../command.ts';

export const run: RunCommand = async ({ configuration, environment, print }, file) => {
  const { host, port, sandboxPort, publicUrl, sandboxPublicUrl } = configuration;
  const address =
    environment === 'live'
      ? (publicUrl ?? `http://${host}:${port}`)
      : (sandboxPublicUrl ?? `http://${host}:${sandboxPort}`);
  const text = JSON.stringify(describeRoutes(await collectRoutes(), address), null, 2);
  if (file === undefined) return print(text);
  await writeFile(file, `${text}\n`);
  print(`Written to ${file}.`);
};
