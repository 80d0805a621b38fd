// `provenance login` and `logout`: tries an API key, then stores it in the configuration file with
// the service's root certificates and the keys of its receipts and its transparency log. With
// --email, it creates the key: it asks for email address, password and second factor, and stores
// none of them.
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { type Body, createClient } from '../../index.ts';
import { type Command, type Context, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { forgetSettings, saveSettings } from '../configuration.ts';
import { exitCodes } from '../exit-codes.ts';
import { findUsage } from '../find-usage.ts';
import { findLogKeys, isProtected } from '../trusted-log.ts';

type KeySettings = Body<'POST /v1/account/api-keys'>;

export const loginCommand: Command = {
  name: 'login',
  summary: 'Save the URL of the service and an API key',
  mostWords: 0,
  details: `Reads the API key from PROVENANCE_API_KEY or standard input, or asks for it. There is no option for the key,
because other users could see it. With --email, creates a key for this machine.
The settings are in ~/.config/provenance/config.json. Only you can read this file.`,
  options: {
    url: { type: 'string', value: 'url', about: 'URL of the service' },
    email: { type: 'string', value: 'address', about: 'Log in with a password and create a key' },
    scopes: { type: 'string', value: 'list', about: 'With --email: what the key can do, such as sign,records:read' },
    days: { type: 'string', value: 'number', about: 'With --email: the key expires after so many days' },
    generator: { type: 'string', short: 'g', value: 'id', about: 'Default generator' },
    model: { type: 'string', short: 'm', value: 'name', about: 'Default AI model' },
  },
  async run(context, _words, values) {
    const url = (textOf(values, 'url') ?? context.configuration.url).replace(/\/$/, '');
    if (!/^https?:\/\//.test(url)) throw new CommandError('The URL must start with https:// or http://.');
    const email = textOf(values, 'email');
    const settings = settingsOf(values);
    if (!email && Object.keys(settings).length > 0) throw new UsageError('Use --scopes and --days with --email.');
    const key = email ? await makeKey(context, url, email, settings) : await readKey(context);
    const client = createClient({ baseUrl: url, credential: key });
    const usage = await findUsage(client);
    const generator = textOf(values, 'generator');
    const model = textOf(values, 'model');
    const logKeys = await findLogKeys(url);
    const file = await saveSettings({
      url,
      key,
      roots: await client.system.roots(),
      // Without the keys of this service, those of an earlier one must not stay.
      receiptKeys: isProtected(url) ? await client.receipts.keys() : undefined,
      logKeys: logKeys === undefined ? undefined : { url, keys: logKeys },
      ...(generator !== undefined && { generator }),
      ...(model !== undefined && { model }),
    });
    context.terminal.say(`Logged in to ${url}${usage ? `, plan ${usage.plan}` : ''}. The key is saved in ${file}.`);
    return exitCodes.done;
  },
};

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'Delete the API key and all other saved settings',
  mostWords: 0,
  options: {},
  async run({ terminal }) {
    terminal.say(`Deleted ${forgetSettings()}. The API key works until you revoke it.`);
    return exitCodes.done;
  },
};

async function readKey({ terminal }: Context): Promise<string> {
  const { PROVENANCE_API_KEY } = process.env;
  if (PROVENANCE_API_KEY) return PROVENANCE_API_KEY;
  const given = process.stdin.isTTY ? await terminal.ask('API key: ', true) : (await text(process.stdin)).trim();
  if (!/^svc_(test_)?key_\S+$/.test(given)) throw new CommandError('An API key starts with svc_key_ or svc_test_key_.');
  return given;
}

function settingsOf(values: Values): KeySettings {
  const days = textOf(values, 'days');
  const scopes = textOf(values, 'scopes')?.split(',') as KeySettings['scopes'];
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) throw new UsageError('--days must be a number of days.');
  return {
    ...(scopes && { scopes }),
    ...(days && { expires_at: new Date(Date.now() + Number(days) * 24 * 60 * 60 * 1_000).toISOString() }),
  };
}

async function makeKey({ terminal }: Context, url: string, email: string, settings: KeySettings): Promise<string> {
  const { auth } = createClient({ baseUrl: url });
  const password = await terminal.ask('Password: ', true);
  let session = await auth.logIn({ email, password });
  if (!('token' in session)) {
    const { challenge_token } = session;
    session = await auth.answerChallenge({ challenge_token, otp: await terminal.ask('Code: ') });
  }
  const client = createClient({ baseUrl: url, credential: session.token });
  const { key } = await client.account.createApiKey({ name: `provenance on ${hostname()}`, ...settings });
  await client.auth.logOut();
  return key;
}
