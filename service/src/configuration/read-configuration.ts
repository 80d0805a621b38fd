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
  refuseIncompleteCustody(configuration);
  const { archiveStore, archiveAfterMonths, jobStore } = configuration;
  if (archiveAfterMonths > 0 && archiveStore === undefined) {
    throw new ConfigurationError('ARCHIVE_AFTER_MONTHS needs ARCHIVE_STORE. Set where the archive files go.');
  }
  const hasKeys = configuration.s3AccessKeyId !== '' && configuration.s3SecretAccessKey !== '';
  for (const [name, place] of Object.entries({ ARCHIVE_STORE: archiveStore, JOB_STORE: jobStore })) {
    if (!place || !('bucket' in place) || hasKeys) continue;
    throw new ConfigurationError(
      `${name} is an s3:// place, which needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Set both.`,
    );
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

function refuseIncompleteCustody(configuration: Configuration): void {
  const { masterKeys, masterKeyFile, masterKeyCommand, masterKeyWrappedFile, kmsUrl } = configuration;
  const sources = [masterKeys, masterKeyFile, masterKeyCommand, masterKeyWrappedFile];
  if (sources.filter((each) => each !== undefined).length > 1) {
    throw new ConfigurationError(
      'Set only one of MASTER_KEY, MASTER_KEY_FILE, MASTER_KEY_COMMAND and MASTER_KEY_WRAPPED_FILE.',
    );
  }
  if (masterKeyWrappedFile !== undefined && !(kmsUrl && configuration.masterKeyKmsKey)) {
    throw new ConfigurationError('MASTER_KEY_WRAPPED_FILE needs KMS_URL and MASTER_KEY_KMS_KEY. Set both.');
  }
  if (configuration.generatorCustody === 'kms' && kmsUrl === undefined) {
    throw new ConfigurationError('GENERATOR_CUSTODY=kms needs KMS_URL. Set the address of the KMS.');
  }
  if ((configuration.kmsCertificateFile === undefined) !== (configuration.kmsKeyFile === undefined)) {
    throw new ConfigurationError('KMS_CERTIFICATE_FILE and KMS_KEY_FILE belong together. Set both.');
  }
  const { pkcs11Module, pkcs11Helper, pkcs11Token, pkcs11PinFile } = configuration;
  if (pkcs11Module !== undefined && pkcs11Helper === undefined && !(pkcs11Token && pkcs11PinFile)) {
    throw new ConfigurationError('PKCS11_MODULE needs PKCS11_TOKEN and PKCS11_PIN_FILE. Set both.');
  }
}
