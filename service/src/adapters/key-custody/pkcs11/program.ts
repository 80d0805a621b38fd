// The PKCS#11 helper: a process that reads requests from standard input, one JSON object in a line,
// and writes an answer for each to standard output. It runs `pkcs11-tool` of OpenSC once for each
// request, so a crash in a module costs one request. Only this process reads the PIN.
import { createInterface } from 'node:readline';
import { readSecretFile } from '../../secret-sources.ts';
import { type Pkcs11Answer, type Pkcs11Request, runPkcs11Tool } from './pkcs11-tool.ts';

/** What a second attempt does not change. */
const final = ['key_unavailable', 'pin_refused'];
/** A wrong PIN locks a token after some attempts, so the same one is not tried again. */
let refusedPin: string | undefined;

// The service ends this process when it stops. A terminal signals the whole group earlier.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

// One after the other: modules such as SoftHSM lose their tokens if several processes start at
// once.
for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line) as Pkcs11Request & { id: number };
  const answer = await perform(request).catch((problem: Error) => ({ error: problem.message }));
  process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
}
process.exit(0);

async function perform(request: Pkcs11Request): Promise<Pkcs11Answer> {
  const { PKCS11_MODULE: module = '', PKCS11_TOKEN: token = '', PKCS11_PIN_FILE: pinFile = '' } = process.env;
  const pin = readSecretFile(pinFile).trim();
  if (pin === refusedPin) return { error: 'pin_refused' };
  const attempt = () => runPkcs11Tool({ module, token, pin }, request);
  const first = await attempt();
  const answer = 'error' in first && !final.includes(first.error) ? await attempt() : first;
  if ('error' in answer && answer.error === 'pin_refused') refusedPin = pin;
  return answer;
}
