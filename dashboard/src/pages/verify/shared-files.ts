// Files that another program shared with the installed page. The worker of share-worker.ts has put
// them into a cache of this browser, and they are removed from it once.
import type { NamedContent } from '../../api/upload-list.ts';
import { pageSetting } from '../../page-setting.ts';

const cacheName = 'shared-files';

export async function takeShared(): Promise<NamedContent[]> {
  // Only secure pages have a cache and workers.
  if (!('serviceWorker' in navigator) || !('caches' in window)) return [];
  void navigator.serviceWorker.register(`${pageSetting.base}/verify/worker.js`).catch(() => {});
  if (!(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const contents: NamedContent[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer) {
      const name = decodeURIComponent(answer.headers.get('x-file-name') ?? '');
      contents.push({ name, content: await answer.blob() });
    }
  }
  await caches.delete(cacheName);
  return contents;
}
