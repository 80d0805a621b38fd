// How large content can be when it is signed, and how large signing can make it. The service can
// verify everything that it delivers.
import { UnsupportedMedia } from './containers/broken-media.ts';

const mebibyte = 1024 * 1024;
/** Bytes (specification, Limits: sign upload). */
export const LARGEST_UPLOAD = 50 * mebibyte;
/**
 * Bytes that verification accepts: an upload plus what signing can add to it (settled point 37).
 */
export const LARGEST_DELIVERED = 51 * mebibyte;
/**
 * Bytes for a C2PA manifest of the service, without an ingredient's: its certificate and signature
 * have about 9 kB.
 */
export const ROOM_FOR_MANIFEST = 64 * 1024;

/** No signature is better than one that cannot be verified. */
export function expectVerifiable(bytes: number): void {
  if (bytes <= LARGEST_DELIVERED) return;
  const [size, most] = [bytes, LARGEST_DELIVERED].map((each) => Math.ceil(each / mebibyte));
  throw new UnsupportedMedia(
    `The signed file would have ${size} MB, but the service can only verify files of up to ${most} MB. Send a smaller file.`,
  );
}
