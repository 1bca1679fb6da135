/** Writes a PDF of these objects, the first of which is its catalogue. */
const writePdf = (objects: readonly string[]): Uint8Array<ArrayBuffer> => {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  put('%PDF-1.4\n');
  objects.forEach((body, at) => {
    offsets.push(length);
    put(`${at + 1} 0 obj\n${body}\nendobj\n`);
  });
  const table = length;
  const count = objects.length + 1;
  put(`xref\n0 ${count}\n0000000000 65535 f \n`);
  for (const offset of offsets) put(`${String(offset).padStart(10, '0')} 00000 n \n`);
  put(`trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat(parts));
};

const stream = (facts: string, content: string) =>
  `<< ${facts} /Length ${content.length} >>\nstream\n${content}\nendstream`;

const pagesOf = (kids: readonly number[]) =>
  `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';

/** Makes a small PDF with one entry per page, each a list of lines. WinAnsi letters only. */
export const makePdf = (pages: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> => {
  const first = 4;
  const kids = pages.map((_page, index) => first + index * 2);
  const drawn = pages.flatMap((lines, index) => {
    const text = lines.map(
      (line, at) => `1 0 0 1 60 ${780 - at * 14} Tm (${line.replace(/[\\()]/g, String.raw`\$&`)}) Tj`,
    );
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      stream('', `BT /F1 10 Tf\n${text.join('\n')}\nET`),
    ];
  });
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return writePdf([catalogue, pagesOf(kids), font, ...drawn]);
};

/** Makes pages that show nothing but noise: small to send, and slow to search for text. */
export const makeNoisePdf = (pages: number): Uint8Array<ArrayBuffer> => {
  const side = 160;
  let seed = 1;
  const noise = Uint8Array.from({ length: side * side }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 256;
  });
  const picture = stream(
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    Buffer.from(noise).toString('latin1'),
  );
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Resources << /XObject << /Noise 3 0 R >> >> /Contents 4 0 R >>`;
  const kids = Array.from({ length: pages }, (_, at) => at + 5);
  return writePdf([
    catalogue,
    pagesOf(kids),
    picture,
    stream('', `${side} 0 0 ${side} 0 0 cm /Noise Do`),
    ...kids.map(() => page),
  ]);
};
