import { deflateSync } from 'node:zlib';
import { doc } from './office-files.ts';
import { docxOf, wordXml, zip } from './zip-files.ts';

/** A Word paragraph. */
export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const declared = '<?xml version="1.0"?>';
export const relationships = (inner: string) =>
  `${declared}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
export const relationType = (name: string) =>
  `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`;
export const contentTypes = (overrides: string) =>
  `${declared}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`;
export const override = (part: string, type: string) =>
  `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`;

/** Entities that each repeat the previous one ten times; the last is `&l9;`. */
export const laughs = Array.from({ length: 10 }, (_, level) => {
  const inner = level === 0 ? 'ha' : `&l${level - 1};`.repeat(10);
  return `<!ENTITY l${level} "${inner}">`;
}).join('');

/** Makes a PDF of these objects, numbered from 1; the first is the catalogue. */
export const pdfOf = (...objects: string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`,
    'latin1',
  );

const stream = (entries: string, body: Buffer) =>
  `<< ${entries} /Length ${body.length} >>\nstream\n${body.toString('latin1')}\nendstream`;
const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (rest: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${rest} >>`;

export const pagesInPages = () => pdfOf(catalogue, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>');
export const millionPages = () =>
  pdfOf(catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>', page(''));
/** A page with 600 MB of spaces. */
export const pdfBomb = () =>
  pdfOf(
    catalogue,
    onePage,
    page('/Contents 4 0 R'),
    stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(600 * 1024 * 1024, ' '), { level: 1 })),
  );
export const formInItself = () =>
  pdfOf(
    catalogue,
    onePage,
    page('/Contents 5 0 R /Resources << /XObject << /F 4 0 R >> >>'),
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /F 4 0 R >> >>',
      Buffer.from('/F Do /F Do'),
    ),
    stream('', Buffer.from('/F Do')),
  );
export const scriptedPdf = () =>
  pdfOf(
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA << /WC << /S /Launch /F (calc.exe) >> >> >>',
    onePage,
    page('/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>'),
    stream('', Buffer.from('BT /F1 12 Tf 10 100 Td (Readable words here) Tj ET')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );

const wordTypes = contentTypes(override('/word/document.xml', 'wordprocessingml.document.main'));

/** A Word document whose template is at a web address. */
export const remoteTemplate = () =>
  zip([
    { name: '[Content_Types].xml', content: wordTypes },
    {
      name: '_rels/.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('officeDocument')}" Target="word/document.xml"/>`,
      ),
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('attachedTemplate')}" Target="http://127.0.0.1:9/x.dotm" TargetMode="External"/>`,
      ),
    },
    { name: 'word/document.xml', content: wordXml(paragraph('Body text')) },
  ]);
export const withEntity = (entity: string, text = '&e;') =>
  docxOf(wordXml(paragraph(text), `<!DOCTYPE x [${entity}]>`));
export const besideDocument = (name: string) =>
  zip([
    { name, content: 'x' },
    { name: 'word/document.xml', content: wordXml(paragraph('Inside')) },
  ]);
export const zipsInZips = () => {
  let inner = zip([{ name: 'word/document.xml', content: wordXml(paragraph('deep')) }]);
  for (let level = 0; level < 20; level += 1) inner = zip([{ name: 'word/inner.zip', content: inner }]);
  return inner;
};

/** A workbook with one sheet that contains this XML. */
export const workbookOf = (sheet: string) =>
  zip([
    {
      name: '[Content_Types].xml',
      content: contentTypes(
        override('/xl/workbook.xml', 'spreadsheetml.sheet.main') +
          override('/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'),
      ),
    },
    {
      name: '_rels/.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('officeDocument')}" Target="xl/workbook.xml"/>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: `${declared}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('worksheet')}" Target="worksheets/sheet1.xml"/>`,
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${declared}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheet}</worksheet>`,
    },
  ]);
export const row = (number: string, ...cells: (readonly [address: string, text: string])[]) =>
  `<row r="${number}">${cells.map(([address, text]) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

/** An OpenDocument sheet with this table. */
export const openSheet = (rows: string) =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'META-INF/manifest.xml',
      content: `${declared}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>`,
    },
    { name: 'styles.xml', content: '<office:document-styles/>' },
    {
      name: 'content.xml',
      content: `${declared}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="T">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ]);

/** A Word 97 file whose chains of sectors are circular. */
/** What stands for no entry in the directory of a compound file. */
export const noEntry = 0xffffffff;

/** Returns a compound file in whose directory these entries name others: to their left, to their right, and as their first child. */
export const withLinks = (file: Buffer, links: Readonly<Record<number, readonly number[]>>): Buffer => {
  const changed = Buffer.from(file);
  const directory = (changed.readUInt32LE(0x30) + 1) * 512;
  for (const [entry, values] of Object.entries(links))
    for (const [at, value] of values.entries())
      changed.writeUInt32LE(value, directory + Number(entry) * 128 + 68 + at * 4);
  return changed;
};

export const endlessChain = () => {
  const file = doc('hello world');
  for (let at = 512; at + 4 <= 1024; at += 4) file.writeUInt32LE(1, at);
  return file;
};
