// The examples that AWS publishes for Signature Version 4 with S3.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signRequest } from './signature-v4.ts';

const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const time = new Date('2013-05-24T00:00:00Z');
const host = 'https://examplebucket.s3.amazonaws.com';

const examples = [
  {
    name: 'GET Object with a range',
    method: 'GET',
    url: `${host}/test.txt`,
    headers: { range: 'bytes=0-9' },
    body: '',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object with a special character',
    method: 'PUT',
    url: `${host}/test%24file.text`,
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET Bucket Lifecycle',
    method: 'GET',
    url: `${host}/?lifecycle`,
    headers: {},
    body: '',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'GET Bucket (List Objects)',
    method: 'GET',
    url: `${host}/?max-keys=2&prefix=J`,
    headers: {},
    body: '',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
] as const;

for (const { name, method, url, headers, body, signature } of examples) {
  test(name, () => {
    const signed = signRequest({ method, url: new URL(url), headers, body: Buffer.from(body) }, credentials, time);
    assert.equal(signed.authorization!.split('Signature=')[1], signature);
    assert.equal(signed['x-amz-date'], '20130524T000000Z');
  });
}
