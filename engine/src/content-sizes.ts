// How large content may be when it is signed, and how large signing may make it: whatever the
// service delivers can be verified.
import { UnsupportedMedia } from './containers/broken-media.ts';

const mebibyte = 1024 * 1024;
/** Bytes (specification, Limits: sign upload). */
export const LARGEST_UPLOAD = 50 * mebibyte;
/** Bytes that verification takes: an upload, and what signing may add to it (settled point 37). */
export const LARGEST_DELIVERED = 51 * mebibyte;
/**
 * What a C2PA manifest of the service takes, the one of an ingredient apart: its certificate and
 * signature have some 9 kB.
 */
export const ROOM_FOR_MANIFEST = 64 * 1024;

/** Better no signature than one that nobody can verify. */
export function expectVerifiable(bytes: number): void {
  if (bytes <= LARGEST_DELIVERED) return;
  const [size, most] = [bytes, LARGEST_DELIVERED].map((each) => Math.ceil(each / mebibyte));
  throw new UnsupportedMedia(
    `The signed file would have ${size} MB, but the service can only verify files of up to ${most} MB. Send a smaller file.`,
  );
}
