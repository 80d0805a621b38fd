// Takes files that other programs share with the installed page, puts them into a cache of this
// browser for the page (pages/verify/shared-files.ts), and opens the page. It handles no other
// request.

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const cacheName = 'shared-files';

self.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method !== 'POST' || !request.url.endsWith('/verify/shared')) return;
  (event as FetchEvent).respondWith(take(request));
});

async function take(request: Request): Promise<Response> {
  const form = await request.formData();
  const texts = ['text', 'url'].flatMap((name) => form.getAll(name)).filter((each) => typeof each === 'string' && each);
  const files = form.getAll('files').filter((each) => typeof each !== 'string');
  const shared = files.length > 0 ? files : texts.map((text) => new File([text], 'shared.txt', { type: 'text/plain' }));
  const cache = await caches.open(cacheName);
  for (const [place, file] of shared.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
    await cache.put(`./${place}`, new Response(file, { headers }));
  }
  return Response.redirect('../verify', 303);
}
