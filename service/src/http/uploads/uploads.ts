// Reads multipart/form-data: one file, kept in memory during the request, and small text fields. A
// route can also take several files, which a part in JSON describes (described-files.ts).
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, ServiceError } from '../error-catalogue.ts';
import { jsonReader } from '../pipeline/json-bodies.ts';
import { readDescribedFiles } from './described-files.ts';
import { invalidForm, readForm, tooLargeDetails } from './read-form.ts';
import { roomFor } from './upload-arrival.ts';
import { isDescribed, type UploadDeclaration } from './upload-declaration.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: Buffer | undefined;
    uploadName: string | undefined;
    files: ReadonlyMap<string, Uint8Array> | undefined;
  }
}

export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined if the form has no such file. */
  readonly bytes: Buffer | undefined;
  /** The file's name in the form. */
  readonly name: string | undefined;
}

const longestField = 8 * 1024;
const mostFields = 20;

export function acceptUploads(server: FastifyInstance): void {
  const readJson = jsonReader(server);
  server.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, stream: Readable) => {
    const declaration = request.routeOptions.config.route?.upload;
    if (!declaration)
      fail('validation_error', {
        message: 'This operation takes JSON. Send the body as JSON, not as a form.',
        details: [],
      });
    if (isDescribed(declaration)) {
      const { description, files } = await readDescribedFiles(stream, request.headers, declaration);
      request.files = files;
      return readJson(request, description).catch((problem) => {
        const { part } = declaration.describedBy;
        throw problem instanceof ServiceError ? problem : invalidForm(`The part ${part} is not valid JSON.`, part);
      });
    }
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
  const limits = {
    largest,
    tooLarge: `The file is larger than ${Math.round(largest / 1024 / 1024)} MB. Send a smaller file.`,
    parser: {
      limits: {
        fileSize: largest,
        files: 2,
        fields: mostFields,
        parts: mostFields,
        fieldSize: longestField,
        headerPairs: 50,
      },
    },
  };
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
  await readForm(stream, headers, limits, (form, refuse) => {
    form.on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated) refuse(invalidForm(`The field ${name.slice(0, 40)} is too long.`));
      else if (name === field) refuse(invalidForm(`The field ${field} must be a file.`));
      else fields[name] = value;
    });
    form.on('file', (name, file, givenName) => {
      if (name !== field || found) {
        refuse(invalidForm(`Send exactly one file, in the field ${field}.`));
        file.resume();
        return;
      }
      found = true;
      fileName = givenName;
      file.on('data', append);
      file.on('limit', () => refuse(new ServiceError('payload_too_large', tooLargeDetails(limits))));
    });
  });
  return {
    fields,
    bytes: found ? Buffer.from(content.buffer.transfer(length)) : undefined,
    name: fileName,
  };
}
