// A real name server on this machine: it reads and writes DNS packets over UDP (RFC 1035). A test
// sets the records of each name, or that its server fails or stays silent.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Zone {
  readonly A?: readonly string[];
  readonly TXT?: readonly string[];
}

export type ZoneState = Zone | 'servfail' | 'silent';

export interface NameServer {
  /** In the format of DNS_SERVERS. */
  readonly address: string;
  /** `TXT _content-provenance.lumen.example`, in the order of arrival. */
  readonly questions: string[];
  /**
   * Names that are not set do not exist. A list of states is used up one by one, and its last one
   * stays.
   */
  set(name: string, ...states: ZoneState[]): void;
  remove(name: string): void;
  stop(): Promise<void>;
}

const types: Readonly<Record<number, 'A' | 'TXT' | 'AAAA'>> = { 1: 'A', 16: 'TXT', 28: 'AAAA' };
const answerCodes = { fine: 0, servfail: 2, nxdomain: 3 };

export async function startNameServer(): Promise<NameServer> {
  const zones = new Map<string, ZoneState[]>();
  const questions: string[] = [];
  const seen = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    // A resolver that waits too long on a busy machine sends the same question again: same number,
    // same port.
    const sent = `${query.readUInt16BE(0)} ${port}`;
    if (!seen.has(sent)) questions.push(`${types[type] ?? type} ${name}`);
    seen.add(sent);
    const states = zones.get(name);
    const asked = types[type];
    // A and AAAA come together, so only the first of them uses up a state.
    const state = states && (asked === 'A' && states.length > 1 ? states.shift()! : states[0]!);
    if (state === 'silent') return;
    const code = state === undefined ? answerCodes.nxdomain : state === 'servfail' ? answerCodes.servfail : 0;
    const records = typeof state === 'object' && asked && asked !== 'AAAA' ? (state[asked] ?? []) : [];
    const answers = records.map((record) =>
      writeAnswer(type, asked === 'A' ? addressBytes(record) : textBytes(record)),
    );
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // A response, recursion desired and available.
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    set: (name, ...states) => void zones.set(name, states),
    remove: (name) => void zones.delete(name),
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let place = 12;
  for (let length = query[place]!; length !== 0; length = query[place]!) {
    labels.push(query.toString('latin1', place + 1, place + 1 + length).toLowerCase());
    place += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(place + 1), end: place + 5 };
}

/** The name is that of the question. The response must not be cached. */
function writeAnswer(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function addressBytes(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

/** In parts of at most 255 bytes. */
function textBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += 255) {
    const part = bytes.subarray(start, start + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}
