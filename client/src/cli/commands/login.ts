// `provenance login` and `logout`: tries an API key, then stores it in the configuration file with
// the service's root certificates. With --email, it creates the key: it asks for email address,
// password and second factor, and stores none of them.
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { createClient } from '../../index.ts';
import { type Command, type Context, textOf } from '../command.ts';
import { CommandError } from '../command-errors.ts';
import { forgetSettings, saveSettings } from '../configuration.ts';
import { exitCodes } from '../exit-codes.ts';

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
    generator: { type: 'string', short: 'g', value: 'id', about: 'Default generator' },
    model: { type: 'string', short: 'm', value: 'name', about: 'Default AI model' },
  },
  async run(context, _words, values) {
    const url = (textOf(values, 'url') ?? context.configuration.url).replace(/\/$/, '');
    if (!/^https?:\/\//.test(url)) throw new CommandError('The URL must start with https:// or http://.');
    const email = textOf(values, 'email');
    const key = email ? await makeKey(context, url, email) : await readKey(context);
    const client = createClient({ baseUrl: url, credential: key });
    const usage = await client.billing.usage();
    const generator = textOf(values, 'generator');
    const model = textOf(values, 'model');
    const file = await saveSettings({
      url,
      key,
      roots: await client.system.roots(),
      ...(generator !== undefined && { generator }),
      ...(model !== undefined && { model }),
    });
    context.terminal.say(`Logged in to ${url}, plan ${usage.plan}. The key is saved in ${file}.`);
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

async function makeKey({ terminal }: Context, url: string, email: string): Promise<string> {
  const { auth } = createClient({ baseUrl: url });
  const password = await terminal.ask('Password: ', true);
  let session = await auth.logIn({ email, password });
  if (!('token' in session)) {
    const { challenge_token } = session;
    session = await auth.answerChallenge({ challenge_token, otp: await terminal.ask('Code: ') });
  }
  const client = createClient({ baseUrl: url, credential: session.token });
  const { key } = await client.account.createApiKey(`provenance on ${hostname()}`);
  await client.auth.logOut();
  return key;
}
