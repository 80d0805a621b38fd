// The Model Context Protocol over standard input and output. It serves clients of revision
// 2026-07-28, which say in each request which revision they use, and clients of earlier revisions,
// which begin with `initialize`. A fault in one message never affects the others.
import { CommandError } from '../cli/command-errors.ts';
import { describeProblem } from '../cli/describe-problem.ts';
import { ServiceError } from '../index.ts';
import { instructions } from './claims.ts';
import {
  errorResponse,
  type Fields,
  isFields,
  isRequestId,
  type Message,
  type RequestId,
  RpcError,
  readMessage,
  rpcErrors,
} from './json-rpc.ts';
import { tooLarge } from './message-lines.ts';
import { asData } from './present.ts';
import { checkInput, type Tool } from './tool.ts';
import { createTurns } from './turns.ts';

export interface ServerParts {
  readonly tools: readonly Tool[];
  readonly version: string;
  send(message: Fields): void;
  /** For people, not part of the protocol. */
  note(line: string): void;
}

interface Answering {
  readonly message: Message & { readonly id: RequestId };
  readonly modern: boolean;
}

export type McpServer = ReturnType<typeof createMcpServer>;

/** The longest text, written with six bytes per character, and the rest of its message. */
export const largestMessage = 8 * 1024 * 1024;
const modernVersion = '2026-07-28';
/** Not 2025-03-26, which requires batches: its clients also know the revision before. */
const earlierVersions = ['2025-11-25', '2025-06-18', '2024-11-05'] as const;
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
/** Each running call has a file of up to 51 MB in memory. */
const mostRunning = 4;
const mostWaiting = 28;
/** The tools do not change while the program runs. `private`: they depend on the API key. */
const cacheHints = { ttlMs: 3_600_000, cacheScope: 'private' };
const progressStep = 0.05;

export function createMcpServer({ tools, version, send, note }: ServerParts) {
  const serverInfo = { name: 'provenance', title: 'Content Provenance', version };
  const capabilities = { tools: {} };
  const inTurn = createTurns(mostRunning, mostWaiting);
  const calls = new Map<RequestId, AbortController>();
  let initialized = false;

  async function answer(answering: Answering): Promise<Fields> {
    const { message, modern } = answering;
    const { method, params } = message;
    switch (method) {
      case 'server/discover':
        return { supportedVersions: [modernVersion], capabilities, instructions, ...cacheHints };
      case 'tools/list':
        return { tools: tools.map(({ call: _, ...declared }) => declared), ...(modern && cacheHints) };
      case 'tools/call':
        return callTool(answering);
      case 'initialize':
        if (!modern) return initialize(params);
        break;
      case 'ping':
        if (!modern) return {};
    }
    throw new RpcError(rpcErrors.unknownMethod, `There is no method ${JSON.stringify(method.slice(0, 100))}.`);
  }

  function initialize({ protocolVersion }: Fields): Fields {
    if (typeof protocolVersion !== 'string')
      throw new RpcError(rpcErrors.invalidParams, '"protocolVersion" must be a string.');
    initialized = true;
    // The newest that is not newer than what the client asks for.
    const agreed = earlierVersions.find((each) => each <= protocolVersion) ?? earlierVersions[0];
    return { protocolVersion: agreed, capabilities, serverInfo, instructions };
  }

  async function callTool({ message }: Answering): Promise<Fields> {
    const { id, params } = message;
    const { name, arguments: given = {} } = params;
    const tool = tools.find((each) => each.name === name);
    if (!tool) {
      const known = tools.map((each) => each.name).join(', ');
      throw new RpcError(rpcErrors.invalidParams, `There is no tool ${describeName(name)}. The tools are ${known}.`);
    }
    if (!isFields(given)) throw new RpcError(rpcErrors.invalidParams, '"arguments" must be an object.');
    const { signal } = calls.get(id)!;
    try {
      const input = checkInput(tool.inputSchema, given);
      const result = await inTurn(() => {
        signal.throwIfAborted();
        return tool.call(input, { signal, onProgress: progressOf(params, signal) });
      });
      // Clients from before structured results read the text.
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result, isError: false };
    } catch (problem) {
      return { content: [{ type: 'text', text: explain(problem) }], isError: true };
    }
  }

  function progressOf({ _meta: meta }: Fields, signal: AbortSignal) {
    const token = isFields(meta) ? meta.progressToken : undefined;
    if (!isRequestId(token)) return undefined;
    let last = 0;
    return (progress: number) => {
      // A retry starts again, but progress must increase.
      if (signal.aborted || progress < Math.min(last + progressStep, 1) || progress <= last) return;
      last = progress;
      const params = { progressToken: token, progress, total: 1, message: 'Part of the upload that was sent' };
      send({ jsonrpc: '2.0', method: 'notifications/progress', params });
    };
  }

  /** Sentences that are written for readers. Other errors could contain anything. */
  function explain(problem: unknown): string {
    if (problem instanceof CommandError || problem instanceof ServiceError)
      return asData(describeProblem(problem), 1_000);
    if (!(problem instanceof DOMException)) note(`Unexpected error: ${describeProblem(problem)}`);
    return 'The tool failed for an unexpected reason. The standard error output of the server has more.';
  }

  /** Throws if the request does not say how to serve it. */
  function isModern({ method, params }: Message): boolean {
    const meta = isFields(params._meta) ? params._meta : {};
    const asked = meta[versionKey];
    if (asked === undefined) {
      if (initialized || method === 'initialize' || method === 'ping') return false;
      throw new RpcError(rpcErrors.invalidParams, `"_meta" must have "${versionKey}". Or begin with "initialize".`);
    }
    if (asked !== modernVersion) {
      const data = { supported: [modernVersion], requested: String(asked).slice(0, 100) };
      throw new RpcError(rpcErrors.unsupportedVersion, 'This protocol version is not supported.', { data });
    }
    if (!isFields(meta[capabilitiesKey]))
      throw new RpcError(rpcErrors.invalidParams, `"_meta" must have "${capabilitiesKey}".`);
    return true;
  }

  async function serve(message: Message & { readonly id: RequestId }): Promise<void> {
    const { id } = message;
    const controller = new AbortController();
    calls.set(id, controller);
    let response: Fields;
    try {
      const modern = isModern(message);
      const result = await answer({ message, modern });
      const labels = modern && { resultType: 'complete', _meta: { [serverInfoKey]: serverInfo } };
      response = { jsonrpc: '2.0', id, result: { ...result, ...labels } };
    } catch (problem) {
      response = errorResponse(asRpcError(problem), id);
    }
    calls.delete(id);
    if (!controller.signal.aborted) send(response);
  }

  function asRpcError(problem: unknown): RpcError {
    if (problem instanceof RpcError) return problem;
    note(`Unexpected error: ${describeProblem(problem)}`);
    return new RpcError(rpcErrors.internal, 'The server failed for an unexpected reason.');
  }

  function heed({ method, params }: Message): void {
    // Unknown ids are calls that have ended already.
    if (method === 'notifications/cancelled' && isRequestId(params.requestId)) calls.get(params.requestId)?.abort();
  }

  return {
    receive(line: Uint8Array | typeof tooLarge): void {
      try {
        if (line === tooLarge) {
          const limit = `${largestMessage / 1024 / 1024} MB`;
          throw new RpcError(
            rpcErrors.invalidRequest,
            `The message is larger than ${limit}. Pass large content as a file.`,
          );
        }
        const message = readMessage(line);
        if (!message) return;
        const { id } = message;
        if (id === undefined) heed(message);
        else if (!calls.has(id)) void serve({ ...message, id });
        else throw new RpcError(rpcErrors.invalidRequest, 'A request with this id is in progress.', { id });
      } catch (problem) {
        const error = asRpcError(problem);
        send(errorResponse(error, error.id));
      }
    },

    /** Cancels what is in progress. */
    stop(): void {
      for (const controller of calls.values()) controller.abort();
    },
  };
}

function describeName(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name.slice(0, 100)) : 'without a name';
}
