// Test support: a PDF with a digital signature (ISO 32000-2 §12.8, adbe.pkcs7.detached), made by
// OpenSSL under its own certificate.
import { Buffer } from 'node:buffer';
import type { Peers } from './peer-programs.ts';

const roomForSignature = 8192;

export function signPdf(peers: Peers): Buffer {
  const [file, from, to] = layOut();
  const covered = peers.save('covered', Buffer.concat([file.subarray(0, from), file.subarray(to)]));
  const [key, certificate, signature] = ['key.pem', 'certificate.pem', 'signature'].map(
    (name) => `${peers.folder}/${name}`,
  ) as [string, string, string];
  const subject = ['-subj', '/CN=Signer', '-days', '2'];
  peers.run(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  );
  const form = ['-binary', '-outform', 'DER', '-md', 'sha256'];
  peers.run(
    'openssl',
    'cms',
    '-sign',
    '-in',
    covered,
    '-signer',
    certificate,
    '-inkey',
    key,
    '-out',
    signature,
    ...form,
  );
  file.write(peers.read(signature).toString('hex'), from + 1, 'latin1');
  return file;
}

/** The file with space for the signature, and where that starts and ends. */
function layOut(): [Buffer, number, number] {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 200] /Annots [4 0 R] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 5 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R >>',
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (Somebody) ' +
      `/ByteRange [0 ${'*'.repeat(30)}] /Contents <${'0'.repeat(2 * roomForSignature)}> >>`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const at = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${offsets.map((each) => `${each} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  const from = text.indexOf('/Contents <') + '/Contents '.length;
  const to = from + 2 * roomForSignature + 2;
  const range = `${from} ${to} ${text.length - to}`.padEnd(30, ' ');
  return [Buffer.from(text.replace('*'.repeat(30), range), 'latin1'), from, to];
}
