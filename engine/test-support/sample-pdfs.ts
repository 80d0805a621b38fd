// Test support: small PDFs of every kind, written by hand, with one page of text.
import { deflateSync } from 'node:zlib';
import { foreignXmp, type Samples } from './sample-pictures.ts';

type Body = string | Buffer;

const words = 'BT /F1 24 Tf 20 100 Td (Some words by Somebody) Tj ET';
const page = new Map<number, Body>([
  [1, '<< /Type /Catalog /Pages 2 0 R >>'],
  [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
  [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>'],
  [4, stream('', words)],
  [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
]);

function stream(entries: string, content: Body): Buffer {
  const bytes = Buffer.from(content as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    typeof content === 'string' ? bytes : content,
    Buffer.from('\nendstream'),
  ]);
}

class PdfWriter {
  readonly #parts: Buffer[] = [];
  readonly offsets = new Map<number, number>();
  length = 0;

  write(body: Body): this {
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    this.#parts.push(bytes);
    this.length += bytes.length;
    return this;
  }

  object(number: number, body: Body): this {
    this.offsets.set(number, this.length);
    return this.write(`${number} 0 obj\n`).write(body).write('\nendobj\n');
  }

  objects(bodies: ReadonlyMap<number, Body>): this {
    for (const [number, body] of bodies) this.object(number, body);
    return this;
  }

  table(entries: string, end = '%%EOF\n'): this {
    const at = this.length;
    const lines = [...this.offsets].map(
      ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    this.write(
      `xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${Math.max(...this.offsets.keys()) + 1} ${entries} >>\n`,
    );
    return this.write(`startxref\n${at}\n${end}`);
  }

  /** packed: objects of object stream 10. */
  section(entries: string, packed: readonly number[] = [], predicted = false): number {
    const at = this.length;
    this.offsets.set(11, at);
    const rows = Array.from({ length: 12 }, (_, number) => {
      if (packed.includes(number)) return [2, 0, 0, 10, packed.indexOf(number)];
      const offset = this.offsets.get(number);
      return offset === undefined ? [0, 0, 0, 0, 0] : [1, offset >> 16, (offset >> 8) & 255, offset & 255, 0];
    });
    const plain = Buffer.from(rows.flat());
    const content = predicted ? deflateSync(predictUp(rows)) : plain;
    const filter = predicted ? '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >>' : '';
    this.object(11, stream(`/Type /XRef /Size 12 /W [1 3 1] ${filter} ${entries}`, content));
    return at;
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function predictUp(rows: readonly number[][]): Buffer {
  return Buffer.from(
    rows.flatMap((row, index) => [2, ...row.map((value, column) => (value - (rows[index - 1]?.[column] ?? 0)) & 255)]),
  );
}

const start = () => new PdfWriter().write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
const with_ = (...bodies: [number, Body][]) => new Map([...page, ...bodies]);
const catalogWith = (entries: string): [number, Body] => [1, `<< /Type /Catalog /Pages 2 0 R ${entries} >>`];

function packedPdf(predicted: boolean): Buffer {
  const [catalog, pages] = [String(page.get(1)), String(page.get(2))];
  const first = `1 0 2 ${catalog.length + 1} `;
  const objects = stream(
    `/Type /ObjStm /N 2 /First ${first.length} /Filter /FlateDecode`,
    deflateSync(`${first}${catalog} ${pages}`),
  );
  const writer = start()
    .objects(new Map([...page].filter(([number]) => number > 2)))
    .object(10, objects);
  const at = writer.section('/Root 1 0 R', [1, 2], predicted);
  return writer.write(`startxref\n${at}\n%%EOF\n`).toBuffer();
}

function hybridPdf(): Buffer {
  const writer = start().objects(page);
  const at = writer.section('/Root 1 0 R');
  return writer.table(`/Root 1 0 R /XRefStm ${at}`).toBuffer();
}

function updatedPdf(): Buffer {
  const first = start().objects(page).table('/Root 1 0 R').toBuffer();
  const at = /startxref\n(\d+)/.exec(first.toString('latin1'))![1];
  const writer = new PdfWriter().write(first).object(1, '<< /Type /Catalog /Pages 2 0 R /Lang (en\\)) % >>\n>>');
  return writer.table(`/Root 1 0 R /Prev ${at}`).toBuffer();
}

export function samplePdfs(): Samples {
  const plain = start().objects(page).table('/Root 1 0 R').toBuffer();
  const xmp = (entries: string, content: Body): [number, Body] => [
    6,
    stream(`/Type /Metadata /Subtype /XML ${entries}`, content),
  ];
  const whole = (bodies: ReadonlyMap<number, Body>, entries = '') =>
    start().objects(bodies).table(`/Root 1 0 R ${entries}`);
  const metadata = catalogWith('/Metadata 6 0 R');
  const packet = Buffer.from(foreignXmp);
  const encrypt = '<< /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /O (o) /U (u) /CF << >> /StmF /StdCF >>';
  return new Map([
    ['plain', plain],
    ['with a cross-reference stream and a packed catalog', packedPdf(false)],
    ['the same, compressed', packedPdf(true)],
    ['hybrid', hybridPdf()],
    ['updated', updatedPdf()],
    ['with XMP', whole(with_(metadata, xmp('', packet))).toBuffer()],
    ['with compressed XMP', whole(with_(metadata, xmp('/Filter /FlateDecode', deflateSync(packet)))).toBuffer()],
    ['with XMP in UTF-16', whole(with_(metadata, xmp('', Buffer.from(foreignXmp, 'utf16le')))).toBuffer()],
    ['with metadata of another kind', whole(with_(catalogWith('/Metadata 4 0 R'))).toBuffer()],
    ['with metadata that is not there', whole(with_(catalogWith('/Metadata 17 0 R /Lang (x)'))).toBuffer()],
    ['behind other bytes', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), plain])],
    ['before other bytes', Buffer.concat([plain, Buffer.from('</html>\n'.repeat(20))])],
    ['without a last line end', start().objects(page).table('/Root 1 0 R', '%%EOF').toBuffer()],
    ['encrypted', whole(with_([7, encrypt]), '/Encrypt 7 0 R /ID [<00><00>]').toBuffer()],
    [
      'with an ID and information',
      whole(with_([8, '<< /Title (Somebody) >>']), '/Info 8 0 R /ID [<0a> (\\))]').toBuffer(),
    ],
  ]);
}

/** A PDF with the packet as its XMP. */
export function pdfWithPacket(packet: Uint8Array): Buffer {
  const metadata = stream('/Type /Metadata /Subtype /XML', Buffer.from(packet));
  return start()
    .objects(with_(catalogWith('/Metadata 6 0 R'), [6, metadata]))
    .table('/Root 1 0 R')
    .toBuffer();
}

/** Pages of noise: large, and quick to make. */
export function largePdf(pages: number, bytesEach: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${20 + 2 * index} 0 R`).join(' ');
  const writer = start().objects(with_([2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`]));
  const noise = stream('', Buffer.alloc(bytesEach, `${words} `));
  for (let index = 0; index < pages; index += 1) {
    const number = 20 + 2 * index;
    writer.object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 200] /Contents ${number + 1} 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    );
    writer.object(number + 1, noise);
  }
  return writer.table('/Root 1 0 R').toBuffer();
}
