// The messages of the Model Context Protocol (MCP): JSON-RPC 2.0, one JSON object per line. A line
// that is not a message becomes the error that the protocol prescribes.

export type RequestId = string | number;
export type Fields = Readonly<Record<string, unknown>>;

/** Without an id, it is a notification. */
export interface Message {
  readonly id?: RequestId;
  readonly method: string;
  readonly params: Fields;
}

/** JSON-RPC 2.0 §5.1, and MCP 2026-07-28 for the last. */
export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  unsupportedVersion: -32022,
} as const;

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: Fields | undefined;
  readonly id: RequestId | undefined;

  constructor(code: number, message: string, more: { readonly data?: Fields; readonly id?: RequestId } = {}) {
    super(message);
    this.code = code;
    this.data = more.data;
    this.id = more.id;
  }
}

/** Null: a response, which this server never asked for. Throws RpcError. */
export function readMessage(line: Uint8Array): Message | null {
  const value = parse(line);
  if (Array.isArray(value)) throw invalid('Batches are not supported. Send one message per line.');
  if (!isFields(value)) throw invalid('A message must be a JSON object.');
  const { jsonrpc, id, method, params = {} } = value;
  const known = isRequestId(id) ? { id } : {};
  if (jsonrpc !== '2.0') throw invalid('"jsonrpc" must be "2.0".', known);
  if (method === undefined && ('result' in value || 'error' in value)) return null;
  if (id !== undefined && !isRequestId(id)) throw invalid('"id" must be a string or a whole number.');
  if (typeof method !== 'string') throw invalid('"method" must be a string.', known);
  if (!isFields(params)) throw new RpcError(rpcErrors.invalidParams, '"params" must be an object.', known);
  return { ...known, method, params };
}

/** MCP leaves out the id if it is not known. JSON-RPC alone would send null. */
export function errorResponse({ code, message, data }: RpcError, id: RequestId | undefined): Fields {
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message, ...(data && { data }) } };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    throw new RpcError(rpcErrors.parse, 'The line is not valid JSON in UTF-8.');
  }
}

function invalid(message: string, more: { readonly id?: RequestId } = {}): RpcError {
  return new RpcError(rpcErrors.invalidRequest, message, more);
}
