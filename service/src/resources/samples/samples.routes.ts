// GET /samples/:name: files to try the verify page with.
import { Type } from 'typebox';
import { defineRoute, pages, type Route } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { type SamplesService, sampleNames } from './samples.service.ts';

export function samplesRoutes(samples: SamplesService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/samples/:name',
      resource: pages,
      summary: 'Get a sample file to verify: authentic, changed, copy or credentials',
      access: { caller: 'public' },
      feature: null,
      limit: 'public',
      anyOrigin: true,
      params: Type.Object({ name: Type.Enum([...sampleNames]) }),
      success: {
        status: 200,
        schema: Type.String({ format: 'binary' }),
        contentType: 'application/octet-stream',
        headers: { 'cache-control': 'public, max-age=3600' },
      },
      errors: [],
      handler: async ({ params }) => {
        const { type, bytes } = await samples.get(params.name);
        return answerWith(bytes, { 'content-type': type });
      },
    }),
  ];
}
