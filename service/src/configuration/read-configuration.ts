// Reads the configuration from the environment. An invalid value gives one sentence that names the
// variable and never shows a secret.
import { BadValue, type Configuration, settings } from './settings.ts';

export class ConfigurationError extends Error {}

export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const entries = Object.entries(settings).map(([key, setting]) => {
    // An empty variable counts as absent, because compose files and shells often set those.
    const text = environment[setting.name]?.trim() || undefined;
    try {
      return [key, setting.read(text)];
    } catch (problem) {
      if (!(problem instanceof BadValue)) throw problem;
      const given = setting.secret ? '' : `, not ${JSON.stringify(text)}`;
      throw new ConfigurationError(`${setting.name} must be ${problem.message}${given}.`);
    }
  });
  const configuration = Object.fromEntries(entries) as Configuration;
  refuseContradictions(configuration);
  return configuration;
}

function refuseContradictions(configuration: Configuration): void {
  const { port, sandboxPort, databaseUrl, sandboxDatabaseUrl } = configuration;
  if (port !== 0 && port === sandboxPort) {
    throw new ConfigurationError(`SANDBOX_PORT must be different from PORT (${port}).`);
  }
  if (databaseUrl !== undefined && databaseUrl === sandboxDatabaseUrl) {
    throw new ConfigurationError('SANDBOX_DATABASE_URL must be a different database than DATABASE_URL.');
  }
  if (databaseUrl === undefined && configuration.databaseReplicaUrls.length > 0) {
    throw new ConfigurationError(
      'DATABASE_REPLICA_URL needs DATABASE_URL, because SQLite has no replicas. Set DATABASE_URL too.',
    );
  }
  if (sandboxDatabaseUrl === undefined && configuration.sandboxDatabaseReplicaUrls.length > 0) {
    throw new ConfigurationError(
      'SANDBOX_DATABASE_REPLICA_URL needs SANDBOX_DATABASE_URL, because SQLite has no replicas. Set SANDBOX_DATABASE_URL too.',
    );
  }
}
