// Where keys come from, by the settings: the master keys, and the custodians of private keys that
// are not in the database. The service and the operator open them in the same way.
import { fileURLToPath } from 'node:url';
import type { CustodianName } from './adapters/key-custody/custodian.ts';
import { createKeyCustody, type KeyCustody } from './adapters/key-custody/key-custody.ts';
import { createHelperCalls } from './adapters/key-custody/pkcs11/helper-process.ts';
import { createRemoteCustodian } from './adapters/key-custody/remote-custodian.ts';
import type { MasterKeys } from './adapters/key-vault/key-vault.ts';
import { type GivenMasterKeys, readGivenMasterKeys } from './adapters/key-vault/master-keys.ts';
import { masterKeysFromFile } from './adapters/key-vault/secret-files.ts';
import { createKmsClient, type KmsClient } from './adapters/kms/kms-client.ts';
import { type Configuration, settings } from './configuration/settings.ts';
import type { Logger } from './log.ts';

const ownHelper = fileURLToPath(new URL('./adapters/key-custody/pkcs11/program.ts', import.meta.url));

/** Undefined: the service generates the master key in DATA_DIR. */
export function givenMasterKeys(configuration: Configuration): Promise<GivenMasterKeys | undefined> {
  return readGivenMasterKeys(configuration, () => openKms(configuration));
}

export async function openMasterKeys(configuration: Configuration): Promise<MasterKeys> {
  const given = await givenMasterKeys(configuration);
  return given ? () => given.keys : masterKeysFromFile(configuration.dataDirectory);
}

export function openKeyCustody(configuration: Configuration, log: Logger): KeyCustody {
  const onChange = (custodian: CustodianName) => (problem: unknown) => {
    if (problem) log.warn({ custodian, err: problem }, 'keys in custody cannot sign');
    else log.info({ custodian }, 'keys in custody sign again');
  };
  const { kmsUrl, pkcs11Module, pkcs11Helper } = configuration;
  const hasHsm = pkcs11Module !== undefined || pkcs11Helper !== undefined;
  return createKeyCustody({
    ...(kmsUrl && { kms: createRemoteCustodian(openKms(configuration), { onChange: onChange('kms') }) }),
    ...(hasHsm && {
      pkcs11: createRemoteCustodian(
        createHelperCalls({
          command: pkcs11Helper?.split(' ').filter((word) => word !== '') ?? [process.execPath, ownHelper],
          environment: helperEnvironment(configuration),
        }),
        { onChange: onChange('pkcs11') },
      ),
    }),
  });
}

function openKms({ kmsUrl, kmsToken, ...files }: Configuration): KmsClient {
  return createKmsClient({
    url: kmsUrl!,
    token: kmsToken,
    authorityFile: files.kmsAuthorityFile,
    certificateFile: files.kmsCertificateFile,
    keyFile: files.kmsKeyFile,
  });
}

/**
 * What modules of vendors need, such as SOFTHSM2_CONF, without the settings of the service, because
 * some are secrets.
 */
function helperEnvironment({ pkcs11Module, pkcs11Token, pkcs11PinFile }: Configuration): Record<string, string> {
  const ours = new Set<string>(Object.values(settings).map(({ name }) => name));
  const others = Object.entries(process.env).filter(([name]) => !ours.has(name));
  const own = { PKCS11_MODULE: pkcs11Module, PKCS11_TOKEN: pkcs11Token, PKCS11_PIN_FILE: pkcs11PinFile };
  return Object.fromEntries([...others, ...Object.entries(own)].filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}
