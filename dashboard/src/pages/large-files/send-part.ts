// Sends one part of an upload. With XMLHttpRequest, because fetch does not report the progress of
// an upload. The browser reads the part from the disk while it sends it.
import { ServiceError } from '@content-provenance/client';
import { pageSetting } from '../../page-setting.ts';
import { session } from '../../session/session.ts';

export interface Part {
  readonly jobId: string;
  /** From 1. */
  readonly number: number;
  readonly bytes: Blob;
}

interface SendingOptions {
  readonly signal: AbortSignal;
  /** Bytes of the part that are sent. */
  readonly onSent: (bytes: number) => void;
}

export function sendPart({ jobId, number, bytes }: Part, { signal, onSent }: SendingOptions): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `${pageSetting.base}/v1/jobs/${jobId}/parts/${number}`);
    request.setRequestHeader('authorization', `Bearer ${session.token() ?? ''}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => (request.status < 400 ? resolve() : reject(errorOf(request)));
    request.onerror = () => reject(new ServiceError(0, { error: 'unreachable', message: '' }));
    request.onabort = () => reject(signal.reason);
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(bytes);
  });
}

function errorOf(request: XMLHttpRequest): ServiceError {
  const after = Number(request.getResponseHeader('retry-after') ?? Number.NaN);
  const retryAfter = Number.isNaN(after) ? undefined : after;
  try {
    return new ServiceError(request.status, JSON.parse(request.responseText), retryAfter);
  } catch {
    // From a proxy.
    return new ServiceError(request.status, { error: 'unexpected_answer', message: '' }, retryAfter);
  }
}
