// Runs a form (multipart/form-data) through its parser. A form that is broken, ends early or has
// too many parts is refused with 400, and nothing more of it is read.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { fail, failValidation, ServiceError } from '../error-catalogue.ts';

/** Headers and text fields around the files. */
const formOverhead = 64 * 1024;

export type Form = InstanceType<typeof Busboy>;

export interface FormLimits {
  /** Bytes of all files together. */
  readonly largest: number;
  /** The sentence for a form that is larger. */
  readonly tooLarge: string;
  readonly parser: Pick<BusboyConfig, 'limits' | 'isPartAFile'>;
}

/** Ends the reading with this problem. */
export type Refuse = (problem: Error) => void;

/** Resolves when the form has ended. `listen` adds the listeners for fields and files. */
export async function readForm(
  stream: Readable,
  headers: IncomingHttpHeaders,
  limits: FormLimits,
  listen: (form: Form, refuse: Refuse) => void,
): Promise<void> {
  const { largest, parser } = limits;
  if (Number(headers['content-length'] ?? 0) > largest + formOverhead) {
    fail('payload_too_large', tooLargeDetails(limits));
  }
  await new Promise<void>((resolve, reject) => {
    const form = openForm({ ...parser, headers: headers as BusboyHeaders });
    const refuse = (problem: Error) => {
      stream.unpipe(form);
      reject(problem);
    };
    form.on('file', (_name: string, file: BusboyFileStream) => {
      // A form that ends within its file reports it here. An error without a listener would end the
      // process.
      file.on('error', () => refuse(invalidForm(unreadable)));
    });
    listen(form, refuse);
    form.on('partsLimit', () => refuse(invalidForm('The form has too many parts. Send fewer fields.')));
    form.on('finish', resolve);
    form.on('error', () => refuse(invalidForm(unreadable)));
    stream.on('error', (problem) => refuse(problem instanceof ServiceError ? problem : invalidForm(endedEarly)));
    stream.on('close', () => {
      if (!stream.readableEnded) refuse(invalidForm(endedEarly));
    });
    stream.pipe(form);
  });
}

const unreadable = 'The service could not read the form. Send valid multipart/form-data.';
const endedEarly = 'The upload ended too early. Send it again.';

function openForm(config: BusboyConfig): Form {
  try {
    return new Busboy(config);
  } catch {
    return failValidation('', 'the form has no boundary');
  }
}

export function invalidForm(message: string, path = ''): ServiceError {
  return new ServiceError('validation_error', { message, details: [{ path, message }] });
}

export function tooLargeDetails({ largest, tooLarge }: FormLimits) {
  return { message: tooLarge, largest_bytes: largest };
}
