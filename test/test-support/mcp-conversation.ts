// A conversation with `provenance mcp`, message by message, for what a well-behaved client never
// sends.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { type ProgramRun, type RunOptions, start, toItsEnd } from './provenance-program.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects
export type McpMessage = any;

export interface McpConversation {
  /** Every message that the server sent, in order. */
  readonly received: readonly McpMessage[];
  /** A line as it is. */
  write(line: string | Uint8Array): void;
  /** Sends a request. Resolves with the response. */
  ask(method: string, params?: object, id?: string | number): Promise<McpMessage>;
  notify(method: string, params?: object): void;
  call(name: string, input: object, id?: string | number): Promise<McpMessage>;
  /** The first message that fits, also one that arrived before. */
  next(fits: (message: McpMessage) => boolean): Promise<McpMessage>;
  /** Closes the input. */
  end(): Promise<ProgramRun>;
}

export function startConversation(program: string, words: readonly string[], options: RunOptions): McpConversation {
  const child = start(program, ['mcp', ...words], options);
  const ended = toItsEnd(child);
  const received: McpMessage[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => {
    received.push(JSON.parse(line));
    wake();
  });
  lines.on('close', () => wake());
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const each of woken) each();
  };

  async function next(fits: (message: McpMessage) => boolean): Promise<McpMessage> {
    for (;;) {
      const found = received.find(fits);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`The server ended: ${(await ended).words}`);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  const write = (line: string | Uint8Array) => {
    child.stdin!.write(line);
    child.stdin!.write('\n');
  };
  const conversation: McpConversation = {
    received,
    write,
    next,
    ask(method, params = {}, id = randomUUID()) {
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return next((message) => message.id === id);
    },
    notify: (method, params = {}) => write(JSON.stringify({ jsonrpc: '2.0', method, params })),
    call: (name, input, id) => conversation.ask('tools/call', { name, arguments: input }, id),
    end() {
      child.stdin!.end();
      return ended;
    },
  };
  return conversation;
}

/** The first message of a client from before revision 2026-07-28. */
export function initialize(conversation: McpConversation, protocolVersion = '2025-11-25'): Promise<McpMessage> {
  return conversation.ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } });
}
