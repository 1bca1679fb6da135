/** A small PDF: one entry per page, each a list of lines. WinAnsi letters only. */
export const makePdf = (pages: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> => {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, body: string) => {
    offsets[number] = length;
    put(`${number} 0 obj\n${body}\nendobj\n`);
  };
  const first = 4;
  put('%PDF-1.4\n');
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_page, index) => `${first + index * 2} 0 R`).join(' ');
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  pages.forEach((lines, index) => {
    const page = first + index * 2;
    const text = lines.map(
      (line, at) => `1 0 0 1 60 ${780 - at * 14} Tm (${line.replace(/[\\()]/g, String.raw`\$&`)}) Tj`,
    );
    const content = `BT /F1 10 Tf\n${text.join('\n')}\nET`;
    object(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${page + 1} 0 R >>`,
    );
    object(page + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  });
  const count = first + pages.length * 2;
  const table = length;
  put(`xref\n0 ${count}\n0000000000 65535 f \n`);
  for (let number = 1; number < count; number += 1)
    put(`${String(offsets[number]).padStart(10, '0')} 00000 n \n`);
  put(`trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat(parts));
};
