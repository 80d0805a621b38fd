// The files of vectors/, and the keys that belong to them.
import { readFileSync } from 'node:fs';

const read = (name: string): Buffer => readFileSync(new URL(`../vectors/${name}`, import.meta.url));

export const mlDsa44 = {
  name: 'example.com/mldsa-log',
  keyId: 'b5df45c5',
  seed: Buffer.from('2886adc2b0eabfce67c0472939127998bf886cf256bfee8ba76a253fce1146e0', 'hex'),
  note: read('ml-dsa-44-checkpoint.txt').toString(),
};

export const sumDatabase = {
  verifierKey: 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
  origin: 'go.sum database tree',
  size: 58_253_265,
  proof: read('sum-golang-org.tlog-proof').toString(),
  entry: read('sum-golang-org.entry'),
};

export const tesseroak = JSON.parse(read('tesseroak.json').toString()) as {
  readonly index: number;
  readonly size: number;
  readonly root: string;
  readonly entry: string;
  readonly proof: readonly string[];
};

export const signedNote = {
  verifierKey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note: read('signed-note-example.txt').toString(),
};

/** The eight entries of the reference tests of Certificate Transparency, and their roots. */
export const referenceEntries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));

export const referenceRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
] as const;
