// Bodies that are the file itself, for routes that declare the content types they take. Such routes
// have their own scope: there, JSON and forms are files like any other.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Route } from '../define-route.ts';
import { fail } from '../error-catalogue.ts';

export function takesRawBody({ upload }: Route): boolean {
  return upload?.types !== undefined;
}

export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) request.upload = body;
  });
}

/** A hook before the body is read. */
export function expectTypeOf({ upload }: Route) {
  const types = upload!.types!;
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const given = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    const isTaken = types.some((type) => (type.endsWith('/*') ? given.startsWith(type.slice(0, -1)) : given === type));
    if (!isTaken)
      fail('unsupported_media_type', {
        message: `Send the file itself as the body, with its content type in Content-Type: ${types.join(', ')}.`,
      });
  };
}
