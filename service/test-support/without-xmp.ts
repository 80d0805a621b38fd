// Removes XMP from a picture like a tool that does not know the service: the segment or chunk is
// removed, every other byte stays.

export const withoutXmp = { jpeg: withoutXmpOfJpeg, png: withoutXmpOfPng, webp: withoutXmpOfWebp };

function withoutXmpOfJpeg(file: Buffer): Buffer {
  const kept = [file.subarray(0, 2)];
  let at = 2;
  while (file[at + 1] !== 0xda) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (!file.toString('latin1', at + 4, end).startsWith('http://ns.adobe.com/xap/')) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, file.subarray(at)]);
}

function withoutXmpOfPng(file: Buffer): Buffer {
  const kept = [file.subarray(0, 8)];
  for (let at = 8; at < file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (!file.toString('latin1', at + 4, end).startsWith('iTXtXML:com.adobe.xmp')) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** Like webpmux, which then writes a plain picture without the VP8X chunk. */
function withoutXmpOfWebp(file: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 12; at < file.length; ) {
    const size = file.readUInt32LE(at + 4);
    chunks.push(file.subarray(at, at + 8 + size + (size & 1)));
    at += 8 + size + (size & 1);
  }
  const idOf = (chunk: Buffer) => chunk.toString('latin1', 0, 4);
  const rest = chunks.filter((chunk) => idOf(chunk) !== 'XMP ');
  const kept = rest.length === 2 && idOf(rest[0]!) === 'VP8X' ? rest.slice(1) : rest;
  const body = Buffer.concat(kept);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([header, body]);
}
