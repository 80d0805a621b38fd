// The web application: its page under every address that is a page, and its files. Browsers get the
// page everywhere, with status 404 at an unknown address. Programs that accept anything get only
// the verify page, and the usual error elsewhere.
import { Type } from 'typebox';
import { defineRoute, pages, type Route, type RouteInput } from '../../http/define-route.ts';
import { fail } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import { type BuiltFile, type BuiltPages, readBuiltPages } from './built-pages.ts';
import { fillPage, notBuiltPage, type PageSetting } from './web-page.ts';

const shown = {
  method: 'GET',
  resource: pages,
  access: { caller: 'public' },
  feature: null,
  // Served from memory, which is cheaper than counting.
  limit: 'none',
  anyOrigin: false,
} as const;
const page = { status: 200, schema: Type.String(), contentType: 'text/html; charset=utf-8' } as const;
/** Crawlers, chats that show a preview, and curl request it. */
const anything = '*/*';
/** The only page that can read files of other sites. */
const verifyPath = '/verify';
const pageHeaders = {
  'content-type': page.contentType,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

export interface WebParts extends PageSetting {
  /** Where dashboard/build.ts puts what it builds. */
  readonly folder: string;
}

export function webRoutes(parts: WebParts): Route[] {
  let built: BuiltPages | undefined;
  /** Tried again until it is there, because the pages can be built while the service runs. */
  const findBuilt = () => {
    built ??= readBuiltPages(parts.folder);
    return built;
  };

  function answerPage(path: string, headers: RouteInput<'public', undefined, undefined, undefined>['headers']) {
    const isApi = path === '/v1' || path.startsWith('/v1/') || path.startsWith('/assets/');
    const accept = headers.accept ?? anything;
    const mayFetch = path === verifyPath;
    if (isApi || !(accept.includes('text/html') || (mayFetch && accept.includes(anything)))) fail('not_found');
    const found = findBuilt();
    if (!found) return answerWith(notBuiltPage, { ...pageHeaders, 'retry-after': '30' }, 503);
    const filled = fillPage(found.template, parts, { ...found.head(path), path, mayFetch });
    const status = found.isPage(path) ? 200 : 404;
    return answerWith(filled.page, { ...pageHeaders, 'content-security-policy': filled.policy }, status);
  }

  return [
    defineRoute({
      ...shown,
      path: '/',
      summary: 'The web application',
      success: page,
      errors: ['not_found'],
      handler: ({ headers }) => answerPage('/', headers),
    }),
    defineRoute({
      ...shown,
      path: '/*',
      summary: 'All other pages of the web application',
      params: Type.Object({ '*': Type.String() }),
      success: page,
      errors: ['not_found'],
      handler: ({ params, headers }) => answerPage(`/${params['*']}`, headers),
    }),
    defineRoute({
      ...shown,
      path: `${verifyPath}/:name`,
      summary:
        'Files that make the verify page installable: the web app manifest, and the worker that receives shared files',
      params: Type.Object({ name: Type.String({ maxLength: 200 }) }),
      success: {
        status: 200,
        schema: Type.String({ format: 'binary' }),
        contentType: 'application/octet-stream',
        headers: { 'cache-control': 'no-cache', vary: 'accept-encoding' },
      },
      errors: ['not_found'],
      handler: ({ params, headers }) => {
        const file = findBuilt()?.verifyFile(params.name, String(headers['accept-encoding'] ?? ''));
        return file ? answerFile(file) : answerPage(`${verifyPath}/${params.name}`, headers);
      },
    }),
    defineRoute({
      ...shown,
      path: '/assets/:name',
      summary: 'A file of the web application',
      params: Type.Object({ name: Type.String({ maxLength: 200 }) }),
      success: {
        status: 200,
        schema: Type.String({ format: 'binary' }),
        contentType: 'application/octet-stream',
        // The name contains a hash of the content.
        headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' },
      },
      errors: ['not_found'],
      handler: ({ params, headers }) =>
        answerFile(findBuilt()?.file(params.name, String(headers['accept-encoding'] ?? ''))),
    }),
  ];
}

function answerFile(file: BuiltFile | undefined) {
  const { bytes, type, encoding } = file ?? fail('not_found');
  return answerWith(bytes, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) });
}
