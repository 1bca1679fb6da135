import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { type DocumentErrorCode } from '../src/index.ts';
import { unpackBitmap } from '../src/ocr/bitmap.ts';
import { toPng } from '../src/pictures/to-png.ts';
import { picturesPptx } from './office-files.ts';
import { pdf } from './pdf-files.ts';
import { useReader } from './reader.ts';
import { zip } from './zip-files.ts';

const read = useReader();

const picture = (ending: string) => readFile(new URL(`pictures/leave.${ending}`, import.meta.url));
/** Returns a picture as a PNG, turned by quarters of a circle to the right. */
const turnedPicture = async (quarters: number): Promise<Buffer> => {
  let pixels = unpackBitmap(await picture('bmp'));
  for (let turn = 0; turn < quarters; turn++) {
    const { width, height, channels, data } = pixels;
    const turned = new Uint8Array(data.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const from = (y * width + x) * channels;
        turned.set(data.subarray(from, from + channels), (x * height + height - 1 - y) * channels);
      }
    pixels = { width: height, height: width, channels, data: turned };
  }
  return toPng(pixels);
};
const textOf = ({ blocks }: { blocks: readonly { text: string }[] }) =>
  blocks.map(({ text }) => text).join('\n');

/** Pages of text with a scanned page between them. */
const mixedPdf = async (): Promise<Buffer> => {
  const document = await PDFDocument.load(await pdf(2));
  const scan = await document.embedJpg(await picture('jpg'));
  document.insertPage(1, [760, 110]).drawImage(scan, { x: 0, y: 0, width: 760, height: 110 });
  const transparent = await document.embedPng(await picture('png'));
  document.addPage([760, 110]).drawImage(transparent, { x: 0, y: 0, width: 760, height: 110 });
  return Buffer.from(await document.save());
};

describe('text recognition', { timeout: 120_000 }, () => {
  it.each(['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp'])(
    'reads the text in a picture that ends in %s, in two languages, and says how sure it is',
    { tags: ['IMPORT-17'] },
    async (ending) => {
      const outcome = await read(`scan.${ending}`, await picture(ending === 'jpeg' ? 'jpg' : ending));
      expect(outcome.code).toBeNull();
      expect(textOf(outcome)).toContain('Every employee has 28 days of leave.');
      expect(textOf(outcome)).toMatch(/[UÜ]berstunden sind zu genehmigen\./);
      expect(outcome.notes).toEqual(['documents.recognised']);
    },
  );

  it.each([1, 2, 3])('turns a picture that lies on a side or upside down: %i quarters', async (quarters) => {
    const outcome = await read('scan.png', await turnedPicture(quarters));
    expect(textOf(outcome)).toContain('Every employee has 28 days of leave.');
    expect(outcome.notes).toEqual(['documents.recognised']);
  });

  it('reads the labels of a drawing, and no scripts and entities', { tags: ['IMPORT-17'] }, async () => {
    const svg =
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><title>Leave</title><script>alert(1)</script><g><text x="1">28 <tspan>days</tspan>&e;</text></g></svg>';
    const outcome = await read('leave.svg', svg);
    expect(textOf(outcome)).toMatch(/^Leave\n28 days/);
    expect(textOf(outcome)).not.toMatch(/alert|root:/);
  });

  it('says of a PDF which pages it has read this way, in a sentence that fits their number', async () => {
    const document = await PDFDocument.create();
    const scan = await document.embedPng(await picture('png'));
    const addScan = () =>
      document.addPage([760, 110]).drawImage(scan, { x: 0, y: 0, width: 760, height: 110 });
    const said = async () => (await read('scan.pdf', Buffer.from(await document.save()))).said;
    addScan();
    expect(await said()).toEqual([
      expect.stringMatching(/^The page was read by text recognition; \d+ % sure\.$/),
    ]);
    document.addPage().drawText('This page is typed, so it has a text of its own that needs no recognition.');
    expect(await said()).toEqual([expect.stringMatching(/^1 of 2 pages was read by text recognition;/)]);
    document.removePage(1);
    addScan();
    expect(await said()).toEqual([expect.stringMatching(/^All 2 pages were read by text recognition;/)]);
  });

  it('reads scanned pages of a PDF at their place among the others', async () => {
    const outcome = await read('mixed.pdf', await mixedPdf());
    expect(outcome.code).toBeNull();
    const pages = outcome.blocks.map(({ page }) => page);
    expect(pages).toEqual([...pages].sort((a, b) => (a ?? 0) - (b ?? 0)));
    for (const page of [2, 4]) {
      const text = textOf({ blocks: outcome.blocks.filter((block) => block.page === page) });
      expect(text).toContain('28 days of leave');
    }
    expect(outcome.notes).toEqual(['documents.recognised']);
  });
});

describe('pictures on pages of a PDF that also have text', { timeout: 120_000 }, () => {
  const withPicture = async (change: (document: PDFDocument) => void = () => {}): Promise<Buffer> => {
    const document = await PDFDocument.create();
    const scan = await document.embedPng(await picture('png'));
    for (const caption of ['Above the first', 'Above the second']) {
      const page = document.addPage([800, 400]);
      page.drawText(caption, { x: 20, y: 360, size: 12 });
      page.drawText('Below it', { x: 20, y: 60, size: 12 });
      page.drawImage(scan, { x: 20, y: 150, width: 760, height: 110 });
    }
    change(document);
    return Buffer.from(await document.save());
  };

  it('are read where they stand, each once, and counted in the note', async () => {
    const outcome = await read('captions.pdf', await withPicture());
    expect(outcome.blocks.map(({ page, text }) => `${page} ${text.split('\n')[0]}`)).toEqual([
      ...['1 Above the first', '1 Every employee has 28 days of leave.', '1 Below it'],
      '2 Above the second Below it',
    ]);
    expect(outcome.said).toEqual([
      expect.stringMatching(/^1 picture was read by text recognition; \d+ % sure\.$/),
    ]);
  });

  it('are not read again where the file has their text', async () => {
    const outcome = await read(
      'layer.pdf',
      await withPicture((document) => {
        for (const page of document.getPages())
          page.drawText('28 days of leave', { x: 40, y: 200, size: 12 });
      }),
    );
    expect(textOf(outcome)).not.toContain('Every employee');
    expect(outcome.said).toEqual([]);
  });
});

describe('pictures in presentations', { timeout: 120_000 }, () => {
  it('are read where they stand, each once, and counted in the note', async () => {
    const outcome = await read(
      'deck.pptx',
      await picturesPptx([await picture('png'), await picture('png'), blank()]),
    );
    expect(outcome.blocks.map(({ page, text }) => `${page} ${text.split('\n')[0]}`)).toEqual([
      ...['1 Slide 1', '1 Every employee has 28 days of leave.', '2 Slide 2', '3 Slide 3'],
    ]);
    expect(outcome.said).toEqual([
      expect.stringMatching(/^1 picture was read by text recognition; \d+ % sure\.$/),
    ]);
  });

  it('do not refuse the document where they are damaged', async () => {
    const outcome = await read('deck.pptx', await picturesPptx([(await picture('png')).subarray(0, 400)]));
    expect([outcome.code, textOf(outcome)]).toEqual([null, 'Slide 1']);
  });
});

const bomb = (width: number, height: number) => {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(17);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.writeUInt8(1, 8);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([header, size, Buffer.alloc(4), data]);
};
const jpegBomb = () =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffc00011', 'hex'),
    Buffer.from('08ffffffff03012200021101031101', 'hex'),
    Buffer.alloc(2000),
  ]);
const gifBomb = async () => {
  const gif = Buffer.from(await picture('gif'));
  gif.writeUInt16LE(65_535, 6);
  gif.writeUInt16LE(65_535, 8);
  return gif;
};
const bmp = async (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(await picture('bmp'));
  change(bytes);
  return bytes;
};
const blank = () =>
  Buffer.concat([
    Buffer.from('GIF89a\x40\x00\x40\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00', 'latin1'),
    Buffer.from(',\x00\x00\x00\x00\x40\x00\x40\x00\x00\x02', 'latin1'),
    Buffer.from('\x02\x44\x01\x00;', 'latin1'),
  ]);

type Case = [title: string, name: string, make: () => Buffer | Promise<Buffer>, codes: DocumentErrorCode[]];

const hostile: Case[] = [
  ['a PNG of 10 billion pixels', 'a.png', () => bomb(100_000, 100_000), ['documents.picture_too_large']],
  ['a PNG as wide as numbers go', 'a.png', () => bomb(0xffffffff, 1), ['documents.picture_too_large']],
  ['a PNG without a side', 'a.png', () => bomb(0, 100), ['documents.corrupt']],
  ['a PNG whose data is something else', 'a.png', () => bomb(1000, 1000), ['documents.corrupt']],
  ['a JPEG that claims 4 billion pixels', 'a.jpg', jpegBomb, ['documents.picture_too_large']],
  ['a GIF that claims 4 billion pixels', 'a.gif', gifBomb, ['documents.picture_too_large']],
  ['a picture of one pixel', 'a.png', () => bomb(1, 1), ['documents.no_text']],
  [
    'a JPEG that is cut off',
    'a.jpg',
    async () => (await picture('jpg')).subarray(0, 400),
    ['documents.corrupt'],
  ],
  [
    'a WebP that is cut off',
    'a.webp',
    async () => (await picture('webp')).subarray(0, 200),
    ['documents.corrupt'],
  ],
  [
    'a bitmap that is cut off',
    'a.bmp',
    async () => (await picture('bmp')).subarray(0, 300),
    ['documents.corrupt'],
  ],
  [
    'a bitmap whose pixels begin behind its end',
    'a.bmp',
    () => bmp((bytes) => bytes.writeUInt32LE(0xffffffff, 10)),
    ['documents.corrupt'],
  ],
  ['a packed bitmap', 'a.bmp', () => bmp((bytes) => bytes.writeUInt32LE(1, 30)), ['documents.corrupt']],
  ['a picture without text', 'a.gif', blank, ['documents.no_text', 'documents.corrupt']],
];

describe('hostile pictures', { timeout: 120_000 }, () => {
  it.each(hostile)('fail alone: %s (%s)', async (_title, name, make, codes) => {
    const outcome = await read(name, await make());
    expect(outcome.blocks).toEqual([]);
    expect(codes).toContain(outcome.code);
  });

  it('are read as what their bytes are: a picture with an archive behind it', async () => {
    const archive = zip([{ name: 'word/document.xml', content: '<x/>' }]);
    const outcome = await read('a.docx', Buffer.concat([await picture('png'), archive]));
    expect(outcome.notes).toContain('documents.read_as');
    expect(textOf(outcome)).toContain('28 days');
  });

  it('leave a reader that reads the next picture', async () => {
    await read('a.png', bomb(1000, 1000));
    expect(textOf(await read('b.png', await picture('png')))).toContain('28 days');
  });
});
