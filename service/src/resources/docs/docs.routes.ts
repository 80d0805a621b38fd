// The documentation under /docs: guides, reference, decisions, and the index for their search. Read
// once, on the first request.
import { Type } from 'typebox';
import { defineRoute, pages, type Route } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { guidePage, guidePolicy, missingGuide } from './guide-page.ts';
import { type Library, readLibrary } from './library.ts';

const shown = {
  method: 'GET',
  resource: pages,
  access: { caller: 'public' },
  feature: null,
  // Served from memory, which is cheaper than counting.
  limit: 'none',
  anyOrigin: false,
} as const;
const found = Type.Object({ path: Type.String(), title: Type.String(), words: Type.String() });

export function docsRoutes(): Route[] {
  let library: Library | undefined;
  const open = () => {
    library ??= readLibrary();
    return library;
  };
  return [
    defineRoute({
      ...shown,
      path: '/docs/search.json',
      summary: 'Every page of the documentation, for its search',
      success: { status: 200, schema: Type.Array(found) },
      errors: [],
      handler: () =>
        open().sections.flatMap(({ guides }) => guides.map(({ path, title, words }) => ({ path, title, words }))),
    }),
    defineRoute({
      ...shown,
      path: '/docs/*',
      summary: 'A page of the documentation',
      params: Type.Object({ '*': Type.String() }),
      success: {
        status: 200,
        schema: Type.String(),
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': guidePolicy, 'referrer-policy': 'no-referrer' },
      },
      errors: [],
      handler: ({ params }) => {
        const guide = open().find(params['*']);
        return guide ? guidePage(guide, open()) : answerWith(guidePage(missingGuide(params['*']), open()), {}, 404);
      },
    }),
  ];
}
