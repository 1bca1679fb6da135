import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type DocumentErrorCode } from '../src/index.ts';
import {
  besideDocument,
  endlessChain,
  formInItself,
  millionPages,
  noEntry,
  openSheet,
  pagesInPages,
  paragraph,
  pdfBomb,
  remoteTemplate,
  row,
  scriptedPdf,
  withEntity,
  withLinks,
  workbookOf,
  zipsInZips,
} from './hostile-files.ts';
import { compound, convertedDocx, docx, workbook } from './office-files.ts';
import { pdf } from './pdf-files.ts';
import { useReader } from './reader.ts';
import { docxOf, wordXml, zip } from './zip-files.ts';

const read = useReader({ heapMb: 256 });

type Make = () => Promise<Buffer | string> | Buffer | string;

const secret = '<!ENTITY e SYSTEM "file:///etc/passwd">';
const cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';
const twoRows = `<table:table-row>${cell}</table:table-row>`.repeat(2);
const repeated =
  '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>';
const wide = (count: number) => Array.from({ length: count }, (_none, at) => `c${at}`).join(',');

const refused: readonly (readonly [title: string, name: string, make: Make, code: DocumentErrorCode])[] = [
  ['the start of a PDF and nothing else', 'a.pdf', () => '%PDF-1.7', 'documents.corrupt'],
  ['a PDF whose pages are their own parent', 'a.pdf', pagesInPages, 'documents.corrupt'],
  ['a PDF that claims a million pages', 'a.pdf', millionPages, 'documents.no_text'],
  [
    'a PDF whose table of objects leads to itself',
    'a.pdf',
    () =>
      '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer << /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF',
    'documents.corrupt',
  ],
  ['a PDF page that unpacks to 600 MB', 'a.pdf', pdfBomb, 'documents.out_of_memory'],
  ['a PDF drawing that draws itself', 'a.pdf', formInItself, 'documents.no_text'],
  [
    'a Word document behind a PDF header',
    'a.pdf',
    async () => Buffer.concat([Buffer.from('%PDF-1.4\n'), await docx()]),
    'documents.corrupt',
  ],
  ['a web page behind a PDF header', 'a.pdf', () => '%PDF-1.4\n<html>Hello</html>', 'documents.corrupt'],
  ['an entity that names a file', 'a.docx', () => withEntity(secret), 'documents.archive_bomb'],
  [
    'one long entity many times',
    'a.docx',
    () => withEntity(`<!ENTITY e "${'b'.repeat(20_000)}">`, '&e;'.repeat(20_000)),
    'documents.archive_bomb',
  ],
  [
    'a document type at an address',
    'a.docx',
    () => withEntity('<!ENTITY % d SYSTEM "http://127.0.0.1:9/x.dtd"> %d;', 'x'),
    'documents.archive_bomb',
  ],
  ['a part outside the archive', 'a.docx', () => besideDocument('../../../tmp/evil'), 'documents.corrupt'],
  ['a part at an absolute path', 'a.docx', () => besideDocument('/etc/evil'), 'documents.corrupt'],
  [
    'a Word document without its document',
    'a.docx',
    () =>
      zip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'word/styles.xml', content: '<x/>' },
      ]),
    'documents.corrupt',
  ],
  ['broken XML', 'a.docx', () => docxOf('<w:document><w:body><w:p>'), 'documents.corrupt'],
  ['twenty zips in each other', 'a.docx', zipsInZips, 'documents.mislabelled'],
  [
    'a zip whose directory is cut off',
    'a.docx',
    async () => (await docx()).subarray(0, -10),
    'documents.corrupt',
  ],
  [
    'cells that point at strings which are not there',
    'a.xlsx',
    () => workbookOf('<sheetData><row r="1"><c r="A1" t="s"><v>99999999</v></c></row></sheetData>'),
    'documents.no_text',
  ],
  [
    'a workbook with an entity that names a file',
    'a.xlsx',
    () =>
      zip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'xl/workbook.xml', content: `<!DOCTYPE x [${secret}]><workbook>&e;</workbook>` },
      ]),
    'documents.archive_bomb',
  ],
  [
    'a workbook without sheets',
    'a.xlsx',
    () =>
      zip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'xl/workbook.xml', content: '<workbook/>' },
      ]),
    'documents.corrupt',
  ],
  [
    'an old workbook of rubbish',
    'a.xls',
    () => compound({ Workbook: Buffer.alloc(50_000, 0xff) }),
    'documents.no_text',
  ],
  ['a truncated old workbook', 'a.xls', () => workbook('biff8').subarray(0, 1500), 'documents.corrupt'],
  ['chains of sectors without an end', 'a.doc', endlessChain, 'documents.corrupt'],
  [
    'two entries of a directory that name a third',
    'a.xls',
    () =>
      withLinks(workbook('biff8'), {
        ...{ 0: [noEntry, noEntry, 1], 1: [noEntry, 2, noEntry], 2: [noEntry, 1, noEntry] },
      }),
    'documents.corrupt',
  ],
  [
    'entries of a directory that lead back to themselves',
    'a.xls',
    () =>
      withLinks(workbook('biff8'), {
        ...{ 0: [noEntry, noEntry, noEntry], 1: [noEntry, 2, noEntry], 2: [noEntry, 1, noEntry] },
      }),
    'documents.corrupt',
  ],
  [
    '100,000 groups in each other',
    'a.rtf',
    () => `{\\rtf1 ${'{'.repeat(100_000)}x${'}'.repeat(100_000)}}`,
    'documents.too_deep',
  ],
  [
    'an e-book without contents',
    'a.epub',
    () =>
      zip([
        { name: 'mimetype', content: 'application/epub+zip' },
        { name: 'META-INF/container.xml', content: '<container/>' },
      ]),
    'documents.corrupt',
  ],
  [
    'a truncated e-book',
    'a.epub',
    async () => (await convertedDocx('epub')).subarray(0, 700),
    'documents.corrupt',
  ],
  ['17 billion cells in one element', 'a.ods', () => openSheet(repeated), 'documents.out_of_memory'],
  [
    'more empty cells than a reader can count',
    'a.ods',
    () =>
      openSheet(
        '<table:table-row><table:table-cell table:number-columns-repeated="2147483648"/></table:table-row>',
      ),
    'documents.corrupt',
  ],
  ['a table of separators', 'a.csv', () => ',,,\n,,,\n', 'documents.empty'],
  [
    'a page of nothing but script',
    'a.html',
    () => '<html><script>document.write("x")</script><style>a{}</style></html>',
    'documents.empty',
  ],
  ['20,000 inline elements in each other', 'a.html', () => '<b>'.repeat(20_000), 'documents.too_deep'],
  ['gzip called PDF', 'a.pdf', () => gzipSync('hello'), 'documents.mislabelled'],
  ['gzip called text', 'a.txt', () => gzipSync('hello'), 'documents.mislabelled'],
  [
    'an archive called Word document',
    'a.docx',
    () => Buffer.from('526172211a0701003392b5e50a01', 'hex'),
    'documents.mislabelled',
  ],
  [
    'an archive called presentation',
    'a.pptx',
    () => Buffer.from('377abcaf271c0004', 'hex'),
    'documents.mislabelled',
  ],
  [
    'a Unix program called Word document',
    'a.doc',
    () => Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(5000)]),
    'documents.mislabelled',
  ],
  [
    'a Windows program called text',
    'a.txt',
    () => Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(5000, 0x90)]),
    'documents.mislabelled',
  ],
  [
    'a film called text',
    'a.txt',
    () => Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom'), Buffer.alloc(5000, 7)]),
    'documents.mislabelled',
  ],
  ['a program whose name runs backwards', 'invoice\u202efdp.exe', () => 'MZ', 'documents.unsupported'],
];

/** Hostile files that can be read nevertheless, and the text that they begin with. */
const readAnyway: readonly (readonly [title: string, name: string, make: Make, start: string])[] = [
  ['a PDF with script and a launch action', 'a.pdf', scriptedPdf, 'Readable words here'],
  [
    'a PDF with rubbish before and behind it',
    'a.pdf',
    async () => Buffer.concat([Buffer.alloc(900, 'A'), await pdf(1), Buffer.alloc(1_000_000, 'B')]),
    'ACME internal',
  ],
  ['a template at an address', 'a.docx', remoteTemplate, 'Body text'],
  [
    'two documents of one name',
    'a.docx',
    () =>
      zip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'word/document.xml', content: wordXml(paragraph('First')) },
        { name: 'word/document.xml', content: wordXml(paragraph('Second')) },
      ]),
    'First',
  ],
  [
    'the last cell that there can be',
    'a.xlsx',
    () =>
      workbookOf(
        `<dimension ref="A1:XFD1048576"/><sheetData>${row('1', ['A1', 'first'])}${row('1048576', ['XFD1048576', 'last'])}</sheetData>`,
      ),
    'first',
  ],
  [
    'a cell that calls a program',
    'a.xlsx',
    () => workbookOf(`<sheetData>${row('1', ['A1', "=cmd|' /C calc'!A0"])}</sheetData>`),
    "=cmd|' /C calc'!A0",
  ],
  ['rich text that claims a gigabyte', 'a.rtf', () => '{\\rtf1 before \\bin999999999 after}', 'before'],
  ['rich text without an end', 'a.rtf', () => '{\\rtf1 Hello there', 'Hello there'],
  [
    'rich text with a list at a level below the first',
    'a.rtf',
    () => '{\\rtf1 {\\pard\\ls1\\ilvl-1 one\\par}{\\pard\\ls1\\ilvl0 two\\par}}',
    '- one',
  ],
  [
    'a plain sheet',
    'a.ods',
    () => openSheet(`<table:table-row>${cell}${cell}</table:table-row>`.repeat(2)),
    'x\nx',
  ],
  [
    'a text about a number that would be refused in an element',
    'a.docx',
    () => docxOf(wordXml(paragraph('A cell with number-columns-repeated="2147483648" is refused'))),
    'A cell with number-columns-repeated="2147483648" is refused',
  ],
  ['a quote that never closes', 'a.csv', () => `a,b\n"${'x'.repeat(5_000_000)}`, 'a: xxxx'],
  // A row that is the same again would be no data below names.
  ['50,000 columns', 'a.csv', () => `${wide(50_000)}\n${wide(50_000).replaceAll('c', '')}\n`, 'c0: 0\nc1: 1'],
  ['a table that calls an address', 'a.csv', () => 'name,n\n=HYPERLINK("x"),1\n', 'name: =HYPERLINK("x")'],
  [
    '200,000 attributes',
    'a.html',
    () => `<div ${wide(200_000).replaceAll(',', '=1 ')}>Text stands here</div>`,
    'Text stands here',
  ],
  ['a comment without an end', 'a.html', () => `<p>Before</p><!-- ${'x'.repeat(1_000_000)}`, 'Before'],
  ['half a million entities', 'a.html', () => `<p>${'&amp;'.repeat(500_000)}</p>`, '&&&&'],
  [
    'boxes inside of what is text to some readers',
    'a.html',
    () => `<p>Before</p><plaintext>${'<b>'.repeat(100_000)}`,
    'Before',
  ],
  [
    'a picture of eight megabytes in the page',
    'a.html',
    () => `<p>Words<img src="data:image/png;base64,${'A'.repeat(8_000_000)}"></p>`,
    'Words',
  ],
  ['50,000 quotes in each other', 'a.md', () => `${'>'.repeat(50_000)} deep`, '>>>>'],
  [
    '3,000 lists in each other',
    'a.md',
    () => Array.from({ length: 3000 }, (_none, at) => `${'  '.repeat(at)}- item`).join('\n'),
    '- item\n  - item',
  ],
  ['100,000 open brackets', 'a.md', () => '['.repeat(100_000), '[[[['],
  ['100,000 open emphases', 'a.md', () => '*a '.repeat(100_000), '*a *a'],
  ['a code fence without an end', 'a.md', () => `# T\n\n\`\`\`\n${'code\n'.repeat(1000)}`, 'T'],
  ['script in Markdown', 'a.md', () => '<script>alert(1)</script>', '<script>alert(1)</script>'],
  [
    'keys that change every object',
    'a.json',
    () => '{"__proto__": {"polluted": true}, "a": "kept"}',
    '__proto__.polluted: true\na: kept',
  ],
  [
    'numbers that JavaScript cannot hold, as they are written',
    'a.json',
    () => '{"big": 1e400, "long": 123456789012345678901234567890, "price": 1.10}',
    'big: 1e400\nlong: 123456789012345678901234567890\nprice: 1.10',
  ],
  ['a string of 20 MB', 'a.json', () => JSON.stringify({ a: 'y'.repeat(20_000_000) }), 'a: yyyy'],
  ['half a character', 'a.json', () => '{"a": "\\ud800 tail"}', 'a: � tail'],
  ['a broken line among records', 'a.jsonl', () => '{"a":"one"}\n{broken\n{"a":"three"}\n', 'a: one'],
  [
    'bytes that are no UTF-8',
    'a.txt',
    () => Buffer.concat([Buffer.from('start '), Buffer.from([0xc3, 0x28]), Buffer.from(' end')]),
    'start Ã( end',
  ],
  [
    'two-byte letters without a mark',
    'a.txt',
    () => Buffer.from('Plain words without a mark.', 'utf16le'),
    'Plain words without a mark.',
  ],
  ['one line of 30 MB', 'a.txt', () => 'word '.repeat(6_000_000), 'word word'],
  ['millions of blanks', 'a.txt', () => `a${' '.repeat(3_000_000)}b${'\n'.repeat(500_000)}c`, 'a'],
  ['letters that run backwards', 'a.txt', () => 'invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['a name that is a path', '../../etc/passwd.md', () => '# Fine', 'Fine'],
  ['a name of two lines', 'a\0b\n.md', () => '# Fine', 'Fine'],
  ['a name of 3,000 letters', `${'n'.repeat(3000)}.txt`, () => 'Long name', 'Long name'],
  ['a name that is a dot', '.', () => 'Only text', 'Only text'],
];

describe('hostile files of each format', () => {
  it.each(refused)(
    'are refused: %s (%s)',
    async (_title, name, make, code) => {
      const outcome = await read(name, await make());
      expect(outcome).toMatchObject({ code, blocks: [] });
    },
    120_000,
  );

  it.each(readAnyway)(
    'are read all the same: %s (%s)',
    async (_title, name, make, start) => {
      const outcome = await read(name, await make());
      expect(outcome.code).toBeNull();
      expect(outcome.blocks[0]?.text.slice(0, start.length)).toBe(start);
      expect(outcome.blocks.some(({ text }) => text.includes('root:'))).toBe(false);
    },
    120_000,
  );

  it('are named by their number where they are sheets without a name', async () => {
    const { code, blocks } = await read(
      'a.ods',
      openSheet(`${twoRows}</table:table><table:table>${twoRows}`),
    );
    expect(code).toBeNull();
    expect(blocks.map(({ text, sheet }) => `${sheet}: ${text}`)).toEqual([
      ...['T: T', 'T: x', 'T: x'],
      ...['Sheet 2: Sheet 2', 'Sheet 2: x', 'Sheet 2: x'],
    ]);
  });

  it('leave nothing behind that the next file would meet', async () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await read('next.md', '# Fine\n\nThe next file is read.')).blocks).toHaveLength(2);
  });
});
