import { readFile } from 'node:fs/promises';
import { AlignmentType, Document, ImageRun, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { encodeImage } from 'utif2';
import { describe, expect, it } from 'vitest';
import { type Block, type DocumentErrorCode } from '../src/index.ts';
import { unpackBitmap } from '../src/ocr/bitmap.ts';
import { useReader } from './reader.ts';
import { wav } from './recordings.ts';

const read = useReader();

const picture = (ending: string) => readFile(new URL(`pictures/leave.${ending}`, import.meta.url));
const textOf = ({ blocks }: { blocks: readonly Block[] }) => blocks.map(({ text }) => text).join('\n');
const kindsOf = (blocks: readonly Block[]) => blocks.map(({ text, unread }) => unread?.kind ?? text);
const sizeOf = (block: Block | undefined): [number, number] => {
  const data =
    block?.unread?.kind === 'picture' ? Buffer.from(block.unread.data, 'base64') : Buffer.alloc(24);
  return [data.readUInt32BE(16), data.readUInt32BE(20)];
};

/** The picture of the other tests, repeated on as many pages. */
const tiff = async (): Promise<Buffer> => {
  const { width, height, data } = unpackBitmap(await picture('bmp'));
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) rgba.set(data.subarray(at * 3, at * 3 + 3), at * 4);
  return Buffer.from(encodeImage(rgba, width, height));
};

const mixedPdf = async (): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  page.drawText('Above stands the rule.', { x: 50, y: 780, size: 11, font });
  page.drawImage(await document.embedPng(await picture('png')), { x: 50, y: 400, width: 400, height: 60 });
  page.drawText('Below stands the exception.', { x: 50, y: 200, size: 11, font });
  document.addPage([595, 842]).drawText('A page of words.', { x: 50, y: 700, size: 11, font });
  return Buffer.from(await document.save());
};

const wordFile = async (): Promise<Buffer> => {
  const shown = new ImageRun({
    type: 'png',
    data: await picture('png'),
    transformation: { width: 300, height: 60 },
  });
  const children = [
    new Paragraph('Before the picture.'),
    new Paragraph({ alignment: AlignmentType.CENTER, children: [shown] }),
    new Paragraph('After the picture.'),
  ];
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
};

describe('pictures for a model', { timeout: 120_000 }, () => {
  it('gives each page of a PDF as it looks, instead of its text', { tags: ['IMPORT-34'] }, async () => {
    const { blocks, code } = await read('mixed.pdf', await mixedPdf(), 'PAGE');
    expect(code).toBeNull();
    expect(blocks.map(({ page }) => page)).toEqual([1, 2]);
    expect(kindsOf(blocks)).toEqual(['picture', 'picture']);
    const [width, height] = sizeOf(blocks[0]);
    expect(Math.max(width, height)).toBeGreaterThan(1500);
    expect(height / width).toBeCloseTo(842 / 595, 1);
  });

  it('draws a page so that its words can be read in the picture', async () => {
    const { blocks } = await read('mixed.pdf', await mixedPdf(), 'PAGE');
    const drawn = blocks[0]?.unread;
    const bytes = Buffer.from(drawn?.kind === 'picture' ? drawn.data : '', 'base64');
    expect(textOf(await read('drawn.png', bytes))).toMatch(/Above stands the rule[\s\S]*28 days of leave/);
  });

  it('gives the pictures of a PDF where they stand among its text', { tags: ['IMPORT-34'] }, async () => {
    const { blocks } = await read('mixed.pdf', await mixedPdf(), 'IMAGES');
    expect(kindsOf(blocks)).toEqual([
      'Above stands the rule.',
      'picture',
      'Below stands the exception.',
      'A page of words.',
    ]);
  });

  it('gives the pictures of a Word document where they stand, and their text for text recognition', {
    tags: ['IMPORT-34'],
  }, async () => {
    const word = await wordFile();
    const kinds = ['Before the picture.', 'picture', 'After the picture.'];
    expect(kindsOf((await read('a.docx', word, 'IMAGES')).blocks)).toEqual(kinds);
    expect(kindsOf((await read('a.docx', word, 'PAGE')).blocks)).toEqual(kinds);
    const recognised = await read('a.docx', word, 'OCR');
    expect(kindsOf(recognised.blocks)).toEqual([
      ...[kinds[0], expect.stringContaining('28 days of leave'), kinds[2]],
    ]);
    expect(recognised.said).toEqual([
      expect.stringMatching(/^1 picture was read by text recognition; \d+ % sure\.$/),
    ]);
  });

  it.each(['png', 'jpg', 'webp', 'gif', 'bmp'])('gives a picture that ends in %s itself', async (ending) => {
    const { blocks } = await read(`a.${ending}`, await picture(ending), 'PAGE');
    expect(kindsOf(blocks)).toEqual(['picture']);
  });
});

const changed = async (change: (bytes: Buffer) => void): Promise<Buffer> => {
  const bytes = await tiff();
  change(bytes);
  return bytes;
};
/** Returns the offset of the value of a tag in the first directory. */
const entryOf = (bytes: Buffer, tag: number): number => {
  const big = bytes[0] === 0x4d;
  const start = (big ? bytes.readUInt32BE(4) : bytes.readUInt32LE(4)) + 2;
  for (let at = start; at < bytes.length; at += 12)
    if ((big ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)) === tag) return at;
  throw new Error(`No tag ${tag}`);
};
const writeLong = (bytes: Buffer, at: number, value: number) =>
  bytes[0] === 0x4d ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at);
const writeShort = (bytes: Buffer, at: number, value: number) =>
  bytes[0] === 0x4d ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at);
const asLong = (bytes: Buffer, tag: number, value: number) => {
  const at = entryOf(bytes, tag);
  writeShort(bytes, at + 2, 4);
  writeLong(bytes, at + 4, 1);
  writeLong(bytes, at + 8, value);
};

const hostile: [string, (bytes: Buffer) => void, DocumentErrorCode[]][] = [
  ['of ten billion pixels', (bytes) => asLong(bytes, 256, 100_000_000), ['documents.picture_too_large']],
  ['as high as numbers go', (bytes) => asLong(bytes, 257, 0xffffffff), ['documents.picture_too_large']],
  [
    'whose directories go in a circle',
    (bytes) => {
      const start = bytes[0] === 0x4d ? bytes.readUInt32BE(4) : bytes.readUInt32LE(4);
      const entries = bytes[0] === 0x4d ? bytes.readUInt16BE(start) : bytes.readUInt16LE(start);
      writeLong(bytes, start + 2 + entries * 12, start);
    },
    ['documents.corrupt'],
  ],
  ['whose directory lies behind its end', (bytes) => writeLong(bytes, 4, 0x7fffffff), ['documents.corrupt']],
  [
    'with four billion values in an entry',
    (bytes) => writeLong(bytes, entryOf(bytes, 258) + 4, 0xfffffff0),
    ['documents.corrupt'],
  ],
  ['with a thousand channels', (bytes) => asLong(bytes, 277, 1000), ['documents.corrupt']],
];

describe('TIFF', { timeout: 120_000 }, () => {
  it('is read by text recognition, and given to a model as PNG', { tags: ['IMPORT-34'] }, async () => {
    const read1 = await read('scan.tiff', await tiff());
    expect(read1.code).toBeNull();
    expect(textOf(read1)).toContain('Every employee has 28 days of leave.');
    expect(read1.notes).toEqual(['documents.recognised']);
    const { blocks } = await read('scan.tif', await tiff(), 'PAGE');
    expect(blocks.map(({ page, unread }) => [page, unread?.kind])).toEqual([[1, 'picture']]);
  });

  it.each(hostile)('fails alone when it is one %s', async (_title, change, codes) => {
    const outcome = await read('a.tif', await changed(change));
    expect(outcome.blocks).toEqual([]);
    expect(codes).toContain(outcome.code);
  });

  it('that is cut off gives no text and harms nobody', async () => {
    const outcome = await read('a.tif', (await tiff()).subarray(0, 3000));
    expect(['documents.corrupt', 'documents.no_text']).toContain(outcome.code);
    expect(textOf(await read('b.png', await picture('png')))).toContain('28 days');
  });
});

describe('recordings', () => {
  it('say how long they are, as far as their container tells', async () => {
    const { blocks, code } = await read('talk.wav', wav(90));
    expect(code).toBeNull();
    expect(blocks.map(({ unread }) => unread)).toEqual([{ kind: 'recording', seconds: 90 }]);
  });

  it('must be named as what they are, so that nobody pays for what looks free', async () => {
    expect((await read('talk.pdf', wav(1))).code).toBe('documents.mislabelled');
    expect((await read('talk', wav(1))).code).toBe('documents.unsupported');
    expect((await read('talk.mp3', Buffer.from('words, no sound'))).blocks).toMatchObject([
      { text: 'words, no sound' },
    ]);
  });
});
