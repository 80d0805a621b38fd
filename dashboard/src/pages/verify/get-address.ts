// Downloads a file from a web address with the visitor's browser. The other site decides whether
// pages of this one can read it. The request contains neither cookies nor the address of this page.
import { largestToVerify } from '../../api/largest-files.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';

const mostBytes = largestToVerify * 1024 * 1024;
/**
 * Survives the reload that is necessary if the page was opened from elsewhere in the application
 * (see mayFetch).
 */
const waitingPlace = 'address-to-verify';

/**
 * A page that was not opened as the verify page can connect only to this service, because of its
 * policy.
 */
export const mayFetch = document.documentElement.dataset.mayFetch === 'true';

export function leaveForReload(address: string): void {
  sessionStorage.setItem(waitingPlace, address);
  location.reload();
}

export function takeWaitingAddress(): string | null {
  const address = sessionStorage.getItem(waitingPlace);
  sessionStorage.removeItem(waitingPlace);
  return address;
}

export async function getAddress(text: string): Promise<NamedContent> {
  const address = readAddress(text);
  if (!address) throw new Error(texts.addressForm);
  const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => {
    throw new Error(texts.addressRefused);
  });
  if (!answer.ok) throw new Error(texts.addressStatus(answer.status));
  const name = decodeURIComponent(address.pathname.split('/').at(-1) || address.host);
  return { name, content: await readBounded(answer) };
}

function readAddress(text: string): URL | null {
  const address = URL.parse(text.trim());
  return address?.protocol === 'https:' ? address : null;
}

async function readBounded(answer: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let reader = answer.body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > mostBytes) {
      await reader.cancel();
      throw new Error(texts.addressTooLarge(largestToVerify));
    }
    chunks.push(value);
  }
  return new Blob(chunks, { type: answer.headers.get('content-type')?.split(';')[0] ?? '' });
}
