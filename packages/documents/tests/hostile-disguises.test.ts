import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentErrorCode } from '../src/index.ts';
import { besideDocument, laughs, paragraph, withEntity, workbookOf } from './hostile-files.ts';
import {
  attachedPdf,
  linkedBook,
  linkedDrawing,
  linkedOpenText,
  linkedPage,
  linkedRichText,
  linkedWord,
  linkedWorkbook,
} from './linked-files.ts';
import { compound, docx } from './office-files.ts';
import { pdf } from './pdf-files.ts';
import { useReader } from './reader.ts';
import { docxOf, wordXml, zip } from './zip-files.ts';

const read = useReader({ heapMb: 256 });
let asked: string[];
const listener = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('root: from outside');
});

beforeAll(async () => {
  asked = [];
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  listener.close();
});

type Make = () => Promise<Buffer | string> | Buffer | string;

const comment = `<!-- ${'x'.repeat(20_000)} -->`;
const heic = Buffer.concat([
  Buffer.from('000000186674797068656963000000006d69663168656963', 'hex'),
  Buffer.alloc(4000, 3),
]);
const tar = () => {
  const block = Buffer.alloc(1024);
  block.write('word/document.xml');
  block.write('ustar\x0000', 257, 'latin1');
  return block;
};

/** A zip whose entries all claim the bytes of the first one: 70 × 16 MB in some kilobytes. */
const sharedBytes = () => {
  const file = zip(
    Array.from({ length: 70 }, (_none, at) => ({
      name: `word/${at}.xml`,
      content: Buffer.alloc(16 * 1024 * 1024, 'a'),
    })),
  );
  let at = file.readUInt32LE(file.length - 6);
  while (file.readUInt32LE(at) === 0x02014b50) {
    file.writeUInt32LE(0, at + 42);
    at += 46 + file.readUInt16LE(at + 28);
  }
  return file;
};

/** A zip whose entries claim to need a password. */
const locked = async () => {
  const file = Buffer.from(await docx());
  for (let at = 0; at < file.length - 46; at += 1) {
    const mark = file.readUInt32LE(at);
    if (mark === 0x04034b50) file.writeUInt16LE(file.readUInt16LE(at + 6) | 1, at + 6);
    if (mark === 0x02014b50) file.writeUInt16LE(file.readUInt16LE(at + 8) | 1, at + 8);
  }
  return file;
};

const refused: readonly (readonly [title: string, name: string, make: Make, code: DocumentErrorCode])[] = [
  ['a photo of a telephone', 'a.heic', () => heic, 'documents.unsupported'],
  ['a photo of a telephone called JPEG', 'a.jpg', () => heic, 'documents.mislabelled'],
  ['a tape archive called Word document', 'a.docx', tar, 'documents.mislabelled'],
  [
    'a mail of Outlook',
    'a.msg',
    () => compound({ '__properties_version1.0': Buffer.alloc(5000) }),
    'documents.unsupported',
  ],
  [
    'a mail of Outlook called Word document',
    'a.doc',
    () => compound({ '__properties_version1.0': Buffer.alloc(5000) }),
    'documents.mislabelled',
  ],
  [
    'a shortcut',
    'a.pdf.lnk',
    () => Buffer.from('4c0000000114020000000000c000000000000046', 'hex'),
    'documents.unsupported',
  ],
  [
    'entities behind a long comment',
    'a.docx',
    () => docxOf(wordXml(paragraph('&l9;'), `${comment}<!DOCTYPE x [${laughs}]>`)),
    'documents.archive_bomb',
  ],
  [
    'an entity that names a file behind a long comment',
    'a.docx',
    () =>
      docxOf(wordXml(paragraph('&e;'), `${comment}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`)),
    'documents.archive_bomb',
  ],
  [
    'entities in wide letters',
    'a.docx',
    () => docxOf(Buffer.from(`\ufeff${wordXml(paragraph('&l9;'), `<!DOCTYPE x [${laughs}]>`)}`, 'utf16le')),
    'documents.archive_bomb',
  ],
  [
    'an entity of a parameter',
    'a.docx',
    () => withEntity('<!ENTITY % p "<!ENTITY e \'x\'>"> %p;'),
    'documents.archive_bomb',
  ],
  [
    'an e-book whose entities grow',
    'a.epub',
    () =>
      zip([
        { name: 'mimetype', content: 'application/epub+zip' },
        { name: 'META-INF/container.xml', content: `<!DOCTYPE x [${laughs}]><container>&l9;</container>` },
      ]),
    'documents.archive_bomb',
  ],
  ['entries that share their bytes', 'a.docx', sharedBytes, 'documents.archive_bomb'],
  ['entries behind a password', 'a.docx', locked, 'documents.encrypted'],
  [
    'a part outside the archive, with backslashes',
    'a.docx',
    () => besideDocument('..\\..\\evil.dll'),
    'documents.corrupt',
  ],
  ['a part on a drive', 'a.docx', () => besideDocument('C:/evil.dll'), 'documents.corrupt'],
  [
    'nothing but invisible letters',
    'a.txt',
    () => '\u200b\u200d\u2060\ufeff\u00ad'.repeat(50),
    'documents.empty',
  ],
  ['a name that ends like another one', 'a.txt.exe', () => 'MZ', 'documents.unsupported'],
  [
    'a cell that refers to itself',
    'a.xlsx',
    () => workbookOf('<sheetData><row r="1"><c r="A1"><f>A1</f></c></row></sheetData>'),
    'documents.no_text',
  ],
];

const line = 'word,'.repeat(2_000_000);

/** Files of two formats at once, each read as one of them, and the text that they begin with. */
const readAnyway: readonly (readonly [title: string, name: string, make: Make, start: string])[] = [
  [
    'a PDF with a Word document behind it',
    'a.pdf',
    async () => Buffer.concat([await pdf(1), await docx()]),
    'ACME internal',
  ],
  [
    'a PDF whose first line is a script',
    'a.pdf',
    async () => Buffer.concat([Buffer.from('#!/bin/sh\nrm -rf /\n'), await pdf(1)]),
    'ACME internal',
  ],
  [
    'a web page that is a script and a picture to others',
    'a.html',
    () => '<!-- GIF89a %PDF-1.7 #!/bin/sh --><p>Only a page',
    'Only a page',
  ],
  [
    'a script that begins like a GIF',
    'a.gif',
    () => 'GIF89a=1;alert(1)//<html><script>',
    'GIF89a=1;alert(1)',
  ],
  ['a table of one line of 10 MB', 'a.csv', () => `a,b\n${'x'.repeat(10_000_000)},1\n`, 'a: xxxx'],
  ['a table of two million columns in one line', 'a.txt', () => line, 'word,word,'],
  [
    'a record of one line of 10 MB',
    'a.jsonl',
    () => `${JSON.stringify({ a: 'y'.repeat(10_000_000) })}\n`,
    'a: yyyy',
  ],
  [
    'two-byte letters, the other way round, without a mark',
    'a.txt',
    () => Buffer.from('Plain words without a mark.', 'utf16le').swap16(),
    'Plain words without a mark.',
  ],
  [
    'a web page in two-byte letters without a mark',
    'a.html',
    () => Buffer.from('<html><p>Wide words here', 'utf16le'),
    'Wide words here',
  ],
  ['a name with blanks and dots behind it', 'a.TXT . ', () => 'Plain', 'Plain'],
  ['a name that Windows keeps for itself', 'CON.txt', () => 'Plain', 'Plain'],
  ['a name with a marked direction', 'a\u202etxt.md', () => '# Plain', 'Plain'],
];

const links: readonly (readonly [
  title: string,
  name: string,
  make: (address: string) => Buffer | string | Promise<Buffer>,
])[] = [
  ['a Word document', 'a.docx', linkedWord],
  ['a workbook', 'a.xlsx', linkedWorkbook],
  ['an OpenDocument text', 'a.odt', linkedOpenText],
  ['an e-book', 'a.epub', linkedBook],
  ['a PDF with an attached program', 'a.pdf', attachedPdf],
  ['a web page', 'a.html', linkedPage],
  ['a drawing', 'a.svg', linkedDrawing],
  ['rich text', 'a.rtf', linkedRichText],
];

const endless = 'word '.repeat(200_000).trim();

describe('files in disguise', { timeout: 120_000 }, () => {
  it.each([
    ['a web page', 'a.html', `<p>${endless}</p>`],
    ['a Word document', 'a.docx', docxOf(wordXml(`<w:p><w:r><w:t>${endless}</w:t></w:r></w:p>`))],
    ['a record', 'a.jsonl', JSON.stringify({ a: endless })],
  ])('are handed on in parts: %s of one paragraph of a megabyte', async (_title, name, content) => {
    const { code, blocks } = await read(name, content);
    expect(code).toBeNull();
    expect(Math.max(...blocks.map(({ text }) => text.length))).toBeLessThanOrEqual(16_000);
    const words = blocks.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word === 'word');
    expect(words).toHaveLength(200_000);
  });

  it.each(refused)('are refused: %s (%s)', async (_title, name, make, code) => {
    expect(await read(name, await make())).toMatchObject({ code, blocks: [] });
  });

  it.each(readAnyway)('are read all the same: %s (%s)', async (_title, name, make, start) => {
    const outcome = await read(name, await make());
    expect(outcome.code).toBeNull();
    expect(outcome.blocks[0]?.text.slice(0, start.length)).toBe(start);
  });
});

describe('files that lead elsewhere', { timeout: 120_000 }, () => {
  it.each(links)('are read without what they lead to: %s (%s)', async (_title, name, make) => {
    const { port } = listener.address() as AddressInfo;
    const outcome = await read(name, await make(`http://127.0.0.1:${port}`));
    expect(outcome.code).toBeNull();
    const text = outcome.blocks.map((block) => block.text).join('\n');
    expect(text).toContain('Words among links');
    expect(text).not.toContain('root:');
    expect(asked).toEqual([]);
  });
});
