// Where a bucket of an S3-compatible store and its objects are.
import { encodeSegment, type S3Credentials } from './signature-v4.ts';

export interface S3Place extends S3Credentials {
  readonly bucket: string;
  /** Without slashes at its ends. Empty: the files are at the top of the bucket. */
  readonly prefix: string;
  /** Undefined: Amazon S3 in the region. */
  readonly endpoint: string | undefined;
  /** `path`: endpoint/bucket/name. `host`: bucket.endpoint/name. */
  readonly addressing: 'path' | 'host';
}

export function bucketAddress({ bucket, region, endpoint, addressing }: S3Place): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const path = url.pathname.replace(/\/+$/, '');
  return new URL(
    addressing === 'host'
      ? `${url.protocol}//${bucket}.${url.host}${path}/`
      : `${url.origin}${path}/${encodeSegment(bucket)}/`,
  );
}

/** key: segments between slashes. It must not contain `.` or `..` as a segment. */
export function objectAddress(place: S3Place, key: string): URL {
  const segments = [...place.prefix.split('/').filter(Boolean), ...key.split('/')];
  return new URL(bucketAddress(place).href + segments.map(encodeSegment).join('/'));
}
