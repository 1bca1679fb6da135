import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DocumentErrorCode } from '../src/index.ts';
import { laughs } from './hostile-files.ts';
import { compound, doc, docx, xlsx } from './office-files.ts';
import { blankPdf, encryptedPdf, pdf } from './pdf-files.ts';
import { useReader } from './reader.ts';
import { docxOf, wordXml, zip } from './zip-files.ts';

const read = useReader({ heapMb: 256 });

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const paragraphs = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const deepXml = `${'<w:tbl><w:tr><w:tc>'.repeat(5000)}${paragraphs('x')}${'</w:tc></w:tr></w:tbl>'.repeat(5000)}`;

const pdfHeader = Buffer.from('%PDF-1.7\n');
const noise = () => Buffer.concat([Buffer.from([0x91, 0x02, 0x83]), randomBytes(20_000)]);
const plainZip = () => zip([{ name: 'a.txt', content: 'hello' }]);
// 1.1 GB of text in 1 MB.
const bombPart = Buffer.alloc(16 * 1024 * 1024, 'a');
const zipBomb = () =>
  zip(Array.from({ length: 70 }, (_, index) => ({ name: `word/${index}.xml`, content: bombPart })));
const manyEntries = () =>
  zip(Array.from({ length: 25_000 }, (_, index) => ({ name: `word/${index}`, content: '' })));
const encryptedOffice = () =>
  compound({ EncryptionInfo: Buffer.alloc(5000, 1), EncryptedPackage: randomBytes(9000) });

function lyingZip(claimedSize: number): Buffer {
  return docxOf(wordXml(paragraphs('a'.repeat(32 * 1024 * 1024))), claimedSize);
}

function billionLaughs(): Buffer {
  return docxOf(wordXml(paragraphs('&l9;'), `<!DOCTYPE x [${laughs}]>`));
}

type Case = [
  title: string,
  name: string,
  make: () => Promise<Buffer | string> | Buffer | string,
  DocumentErrorCode,
];

const cases: Case[] = [
  ['an empty file', 'a.txt', () => '', 'documents.empty'],
  ['a file of white space, marks and NUL', 'a.txt', () => '\ufeff \n\0\0 \n', 'documents.empty'],
  ['a zip bomb', 'a.docx', zipBomb, 'documents.archive_bomb'],
  ['a zip with too many entries', 'a.docx', manyEntries, 'documents.archive_bomb'],
  ['a zip that lies about its sizes', 'a.docx', () => lyingZip(2000), 'documents.archive_bomb'],
  ['a zip that lies within reason', 'a.docx', () => lyingZip(20_000), 'documents.archive_bomb'],
  ['a billion laughs', 'a.docx', billionLaughs, 'documents.archive_bomb'],
  ['deeply nested XML', 'a.docx', () => docxOf(wordXml(deepXml)), 'documents.too_deep'],
  ['50,000 nested boxes', 'a.html', () => '<div>'.repeat(50_000), 'documents.too_deep'],
  ['deep JSON', 'a.json', () => '['.repeat(100_000) + ']'.repeat(100_000), 'documents.too_deep'],
  ['a truncated PDF', 'a.pdf', async () => (await pdf(3)).subarray(0, 900), 'documents.corrupt'],
  ['a truncated Word document', 'a.docx', async () => (await docx()).subarray(0, 4000), 'documents.corrupt'],
  ['an encrypted PDF', 'a.pdf', encryptedPdf, 'documents.encrypted'],
  ['an encrypted workbook', 'a.xlsx', encryptedOffice, 'documents.encrypted'],
  ['an encrypted Word 97 document', 'a.doc', () => doc('secret', 0x0100), 'documents.encrypted'],
  ['random bytes as PDF', 'a.pdf', () => noise(), 'documents.corrupt'],
  ['random bytes as Word document', 'a.docx', () => noise(), 'documents.corrupt'],
  ['random bytes as workbook', 'a.xlsx', () => noise(), 'documents.corrupt'],
  [
    'random bytes behind a PDF header',
    'a.pdf',
    () => Buffer.concat([pdfHeader, noise()]),
    'documents.corrupt',
  ],
  ['random bytes as text', 'a.txt', () => noise(), 'documents.corrupt'],
  ['a picture of a pixel called PDF', 'a.pdf', () => png, 'documents.no_text'],
  ['a picture of a pixel called text', 'a.txt', () => png, 'documents.no_text'],
  ['a plain zip called Word document', 'a.docx', plainZip, 'documents.mislabelled'],
  ['an unknown type', 'a.exe', () => noise(), 'documents.unsupported'],
  ['a program source', 'a.py', () => 'print(1)', 'documents.unsupported'],
  ['a PDF without text', 'a.pdf', blankPdf, 'documents.no_text'],
  ['a Word document without text', 'a.docx', () => docxOf(wordXml(paragraphs(' '))), 'documents.no_text'],
  [
    'a web page that is too large',
    'a.html',
    () => Buffer.alloc(31 * 1024 * 1024, '<p>x'),
    'documents.too_large',
  ],
];

describe('files that fail alone', () => {
  it.each(cases)('%s (%s)', async (_, name, make, code) => {
    const outcome = await read(name, await make());
    expect(outcome.code).toBe(code);
    expect(outcome.blocks).toEqual([]);
    const next = await read('next.md', '# Fine\n\nThe next file is read.');
    expect(next.blocks.map((block) => block.text)).toEqual(['Fine', 'The next file is read.']);
  });
});

describe('files that are odd but readable', () => {
  it('reads a file under a wrong extension as what it is, and says so', async () => {
    const word = await read('plan.pdf', await docx());
    expect(word.blocks[0]?.text).toBe('Travel policy');
    const book = await read('plan.docx', await pdf(1));
    expect(book.blocks[1]?.text).toBe('Chapter 1');
    const sheet = await read('plan.csv', await xlsx());
    expect(sheet.blocks[0]?.text).toBe('Staff');
    const page = await read('export.xls', '<html><body><p>Not a workbook</p></body></html>');
    expect(page.blocks[0]?.text).toBe('Not a workbook');
    const rich = await read('letter.doc', '{\\rtf1 Hello}');
    expect(rich.blocks[0]?.text).toBe('Hello');
    const table = await read('export.xls', 'Name\tAge\nIda\t7\n');
    expect(table.blocks[0]?.text).toBe('Name: Ida\nAge: 7');
    for (const outcome of [word, book, page, rich, table])
      expect(outcome.notes).toContain('documents.read_as');
  });

  it('strips NUL bytes and other control characters', async () => {
    const { blocks } = await read('a.txt', 'be\0fore\x01 and\0 after');
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'before and after' }]);
  });

  it('reads 100,000 characters without a space whole', async () => {
    const { blocks } = await read('a.txt', 'x'.repeat(100_000));
    expect(blocks.reduce((sum, block) => sum + block.text.length, 0)).toBe(100_000);
  });

  it('reads broken JSON as text and tells it', async () => {
    const { blocks, notes } = await read('a.json', '{"a": 1,');
    expect(blocks).toEqual([{ kind: 'paragraph', text: '{"a": 1,' }]);
    expect(notes).toEqual(['documents.read_as']);
  });

  it('reads a file without extension as what it is', async () => {
    expect((await read('README', 'Just text')).blocks[0]?.text).toBe('Just text');
    expect((await read('scan', await pdf(1))).blocks[1]?.text).toBe('Chapter 1');
  });
});
