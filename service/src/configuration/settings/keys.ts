// Settings of keys and secrets: the master key, the KMS, the HSM, session tokens.
import { BadValue, setting, text, urlOf } from '../setting.ts';

export const keysSettings = {
  masterKeys: setting(
    'MASTER_KEY',
    'Key that encrypts private keys and secrets at rest: 32 bytes in base64. You can set several keys, separated by commas. The first key encrypts, and all keys decrypt.',
    'generated once and stored in DATA_DIR with mode 0600',
    masterKeys,
    true,
  ),
  masterKeyFile: setting(
    'MASTER_KEY_FILE',
    'File with the keys of MASTER_KEY, one in a line, instead of that setting. Other users of the machine must not be able to read it.',
    'MASTER_KEY is used',
    text(undefined),
  ),
  masterKeyCommand: setting(
    'MASTER_KEY_COMMAND',
    'Command that prints the keys of MASTER_KEY, instead of that setting: a program and its arguments, separated by spaces. The service runs it once at start, without a shell, for at most 30 seconds.',
    'MASTER_KEY is used',
    text(undefined),
    true,
  ),
  masterKeyWrappedFile: setting(
    'MASTER_KEY_WRAPPED_FILE',
    'File with the keys of MASTER_KEY, encrypted by the KMS, in base64, one in a line. The service asks the KMS to decrypt them at start. Needs MASTER_KEY_KMS_KEY and KMS_URL.',
    'MASTER_KEY is used',
    text(undefined),
  ),
  masterKeyKmsKey: setting(
    'MASTER_KEY_KMS_KEY',
    'ID of the key in the KMS that encrypted MASTER_KEY_WRAPPED_FILE.',
    'none; needed for MASTER_KEY_WRAPPED_FILE',
    text(undefined),
  ),
  kmsUrl: setting(
    'KMS_URL',
    'Address of the key management service that keeps private keys (https://…). It can be private. See docs/run/key-custody.md for the requests.',
    'no KMS',
    httpsAddress,
  ),
  kmsToken: setting(
    'KMS_TOKEN',
    'Bearer token for the KMS: printable ASCII characters without spaces.',
    'no token',
    bearerToken,
    true,
  ),
  kmsAuthorityFile: setting(
    'KMS_CA_FILE',
    'PEM file with the authority that issued the certificate of the KMS.',
    'the authorities that Node.js trusts',
    text(undefined),
  ),
  kmsCertificateFile: setting(
    'KMS_CERTIFICATE_FILE',
    'PEM file with the certificate that the service shows to the KMS (mutual TLS). Needs KMS_KEY_FILE.',
    'no certificate',
    text(undefined),
  ),
  kmsKeyFile: setting(
    'KMS_KEY_FILE',
    'PEM file with the private key of KMS_CERTIFICATE_FILE.',
    'no certificate',
    text(undefined),
  ),
  generatorCustody: setting(
    'GENERATOR_CUSTODY',
    'Where the service creates the keys of new generators: database, or kms. A rotated key stays where the old one is.',
    'database',
    generatorCustody,
  ),
  pkcs11Module: setting(
    'PKCS11_MODULE',
    'Shared library of the HSM that keeps keys of certificates. Needs PKCS11_TOKEN, PKCS11_PIN_FILE and the program pkcs11-tool (OpenSC).',
    'no HSM',
    text(undefined),
  ),
  pkcs11Token: setting(
    'PKCS11_TOKEN',
    'Label of the token in the HSM.',
    'none; needed for PKCS11_MODULE',
    text(undefined),
  ),
  pkcs11PinFile: setting(
    'PKCS11_PIN_FILE',
    'File with the PIN of the token. Only the helper process reads it.',
    'none; needed for PKCS11_MODULE',
    text(undefined),
  ),
  pkcs11Helper: setting(
    'PKCS11_HELPER',
    'Another helper process for the HSM: a program and its arguments, separated by spaces. PKCS11_MODULE is then optional.',
    'the helper of the service, which runs pkcs11-tool',
    text(undefined),
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    'Secret that signs session tokens: at least 32 characters.',
    'generated once and stored in DATA_DIR with mode 0600',
    jwtSecret,
    true,
  ),
};

function httpsAddress(value: string | undefined): string | undefined {
  return urlOf(value, ['https:'], 'a URL that starts with https://')?.replace(/\/+$/, '');
}

function bearerToken(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[!-~]{1,4096}$/.test(value))
    throw new BadValue('printable ASCII characters without spaces');
  return value;
}

function generatorCustody(value = 'database'): 'database' | 'kms' {
  if (value !== 'database' && value !== 'kms') throw new BadValue('database or kms');
  return value;
}

function masterKeys(value: string | undefined): readonly Buffer[] | undefined {
  if (value === undefined) return undefined;
  const keys = value.split(',').map((each) => Buffer.from(each.trim(), 'base64'));
  if (keys.some((key) => key.length !== 32))
    throw new BadValue('32 bytes in base64 (separate several keys with commas)');
  return keys;
}

function jwtSecret(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32) throw new BadValue('at least 32 characters long');
  return value;
}
