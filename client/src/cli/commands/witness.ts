// `provenance witness`: a witness for transparency logs (C2SP tlog-witness). Its cosignature says
// that a checkpoint extends all earlier ones that it cosigned.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckpointSigner } from '@content-provenance/engine/transparency';
import { type Command, type Context, numberOf, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { onFirstSignal } from '../signals.ts';
import type { StateFolder } from '../transparency/state-folder.ts';

export const witnessCommand: Command = {
  name: 'witness',
  summary: 'Run a witness, which cosigns the checkpoints of transparency logs',
  mostWords: 0,
  details: `A witness cosigns a checkpoint only if the log signed it and if it extends the last one that the witness cosigned.
The first start makes the key of the witness and needs --name. Keep the state folder: a witness that forgets
what it cosigned is of no use. Proven contradictions of a log are in the folder evidence. Stop with Ctrl-C.`,
  options: {
    state: { type: 'string', value: 'folder', about: 'Folder for the key and the last checkpoints (required)' },
    log: { type: 'string', multiple: true, value: 'vkey', about: 'Verifier key of a log to accept. Can be repeated' },
    policy: { type: 'string', value: 'file', about: 'Accept the logs of this policy file (C2SP tlog-policy)' },
    name: { type: 'string', value: 'name', about: 'Name of a new witness, such as witness.example.com' },
    port: { type: 'string', short: 'p', value: 'number', about: 'Port (default: 4010). 0: any free port' },
    host: { type: 'string', value: 'address', about: 'Address to listen on (default: 127.0.0.1)' },
    url: { type: 'string', value: 'URL', about: 'Public address of the witness, for the printed policy line' },
    'print-key': { type: 'boolean', about: 'Print the verifier key and the policy line, then stop' },
  },
  async run(context, _words, values) {
    const folder = textOf(values, 'state');
    if (folder === undefined) throw new UsageError('Enter a folder for the state: --state <folder>.');
    const port = numberOf(values, 'port', 4_010, 0, 65_535);
    const { openStateFolder } = await import('../transparency/state-folder.ts');
    const { findWitnessKey } = await import('../transparency/witness-key.ts');
    const signer = values['print-key'] && values.name === undefined ? findWitnessKey(folder) : undefined;
    if (signer) return printKey(context, signer, textOf(values, 'url'));
    const state = await openStateFolder(folder);
    try {
      return await runWitness(context, values, state, port);
    } finally {
      state.release();
    }
  },
};

async function runWitness(context: Context, values: Values, state: StateFolder, port: number): Promise<ExitCode> {
  const { openWitnessKey } = await import('../transparency/witness-key.ts');
  const { readGivenKeys } = await import('../transparency/log-keys.ts');
  const { logs } = readGivenKeys(values);
  if (logs.size === 0 && !values['print-key']) {
    throw new UsageError('Enter the logs to accept: --log <vkey>, or --policy <file> with log lines.');
  }
  const isNew = state.read('key.json') === undefined;
  const signer = await openWitnessKey(state, textOf(values, 'name'));
  if (isNew || values['print-key']) await printKey(context, signer, textOf(values, 'url'));
  if (values['print-key']) return exitCodes.done;
  const { openWitness } = await import('../transparency/witness.ts');
  const { createWitnessServer } = await import('../transparency/witness-server.ts');
  const note = (line: string) => context.terminal.note(line);
  const witness = openWitness({ logs, state, signer, note, now: Date.now });
  const server = createWitnessServer(witness, (problem) => note(`A request failed: ${(problem as Error).message}`));
  return listen(server, port, textOf(values, 'host') ?? '127.0.0.1', (url) => {
    note(`${signer.key.name} accepts ${[...logs.keys()].join(', ')}`);
    note(`Listening on ${url}`);
  });
}

async function printKey({ terminal }: Context, signer: CheckpointSigner, url: string | undefined): Promise<ExitCode> {
  const { policyLineOf } = await import('../transparency/witness-key.ts');
  const { writeVerifierKey } = await import('@content-provenance/engine/transparency');
  terminal.say(writeVerifierKey(signer.key));
  terminal.say(policyLineOf(signer, url));
  return exitCodes.done;
}

/** Until the first signal. Requests in progress end first. */
function listen(server: Server, port: number, host: string, onListening: (url: string) => void): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    server.on('error', (problem) => reject(new CommandError(problem.message)));
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo;
      onListening(`http://${host.includes(':') ? `[${host}]` : host}:${taken}/`);
    });
    onFirstSignal(() => {
      server.close(() => resolve(exitCodes.done));
      server.closeIdleConnections();
    });
  });
}
