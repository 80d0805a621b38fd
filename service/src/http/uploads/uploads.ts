// Reads multipart/form-data: one file, kept in memory during the request, and small text fields.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, failValidation, ServiceError } from '../error-catalogue.ts';
import { roomFor } from './upload-arrival.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: Buffer | undefined;
    uploadName: string | undefined;
  }
}

export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the form has no such file. */
  readonly bytes: Buffer | undefined;
  /** The file's name in the form. */
  readonly name: string | undefined;
}

export interface UploadDeclaration {
  /** Name of the form field with the file. */
  readonly field: string;
  /** Bytes of the file alone. */
  readonly largest: number;
  /**
   * Content types, such as `image/*`: the body is the file itself. Left out: the file is in a form.
   */
  readonly types?: readonly string[];
}

/** Headers and text fields around the file. */
const formOverhead = 64 * 1024;
const longestField = 8 * 1024;
const mostFields = 20;

export function acceptUploads(server: FastifyInstance): void {
  server.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, stream: Readable) => {
    const declaration = request.routeOptions.config.route?.upload;
    if (!declaration)
      fail('validation_error', {
        message: 'This operation takes JSON. Send the body as JSON, not as a form.',
        details: [],
      });
    const { fields, bytes, name } = await readUpload(stream, request.headers, declaration);
    request.upload = bytes;
    request.uploadName = name;
    return fields;
  });
}

async function readUpload(
  stream: Readable,
  headers: IncomingHttpHeaders,
  { field, largest }: UploadDeclaration,
): Promise<Upload> {
  if (Number(headers['content-length'] ?? 0) > largest + formOverhead) fail('payload_too_large', sizeDetails(largest));
  const fields: Record<string, string> = Object.create(null);
  // One piece, so that nothing is joined at the end. The system allocates only the pages that are
  // written.
  let content = new Uint8Array(0);
  let length = 0;
  let found = false;
  let fileName: string | undefined;
  const append = (chunk: Buffer) => {
    const wanted = length + chunk.length;
    if (wanted > content.length) {
      const larger = new Uint8Array(roomFor(wanted, headers, largest));
      larger.set(content);
      content = larger;
    }
    content.set(chunk, length);
    length = wanted;
  };
  await new Promise<void>((resolve, reject) => {
    const form = openForm(headers, largest);
    const refuse = (problem: Error) => {
      stream.unpipe(form);
      reject(problem);
    };
    form.on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated) refuse(invalidForm(`The field ${name.slice(0, 40)} is too long.`));
      else if (name === field) refuse(invalidForm(`The field ${field} must be a file.`));
      else fields[name] = value;
    });
    form.on('file', (name, file, givenName) => {
      // A form that ends within its file reports it here. An error without a listener would end the
      // process.
      file.on('error', () =>
        refuse(invalidForm('The service could not read the form. Send valid multipart/form-data.')),
      );
      if (name !== field || found) {
        refuse(invalidForm(`Send exactly one file, in the field ${field}.`));
        file.resume();
        return;
      }
      found = true;
      fileName = givenName;
      file.on('data', append);
      file.on('limit', () => refuse(new ServiceError('payload_too_large', sizeDetails(largest))));
    });
    form.on('partsLimit', () => refuse(invalidForm('The form has too many parts. Send fewer fields.')));
    form.on('finish', resolve);
    form.on('error', () => refuse(invalidForm('The service could not read the form. Send valid multipart/form-data.')));
    stream.on('error', (problem) =>
      refuse(problem instanceof ServiceError ? problem : invalidForm('The upload ended too early. Send it again.')),
    );
    stream.on('close', () => {
      if (!stream.readableEnded) refuse(invalidForm('The upload ended too early. Send it again.'));
    });
    stream.pipe(form);
  });
  return {
    fields,
    bytes: found ? Buffer.from(content.buffer.transfer(length)) : undefined,
    name: fileName,
  };
}

function openForm(headers: IncomingHttpHeaders, largest: number) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: largest,
        files: 2,
        fields: mostFields,
        parts: mostFields,
        fieldSize: longestField,
        headerPairs: 50,
      },
    });
  } catch {
    return failValidation('', 'the form has no boundary');
  }
}

function invalidForm(message: string): ServiceError {
  return new ServiceError('validation_error', { message, details: [{ path: '', message }] });
}

function sizeDetails(largest: number) {
  return {
    message: `The file is larger than ${Math.round(largest / 1024 / 1024)} MB. Send a smaller file.`,
    largest_bytes: largest,
  };
}
