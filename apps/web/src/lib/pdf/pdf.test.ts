import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { drawPdf } from './draw-pdf.ts';
import { layOut, pdfName, wrapLine } from './pdf-layout.ts';

const require = createRequire(import.meta.url);
const font = (style: string) => readFile(require.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`));
/** A white JPEG of one pixel. */
const pixel = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);
const painted: string[] = [];
const paint = (text: string) => {
  painted.push(text);
  return Promise.resolve({ jpeg: new Uint8Array(pixel), x: 40, width: 30, height: 16, ascent: 12 });
};
const draw = async (items: Parameters<typeof drawPdf>[0]) => {
  const fonts = { plain: await font(''), bold: await font('-Bold') };
  const bytes = await drawPdf(items, fonts, paint);
  return getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
};
type Parsed = Awaited<ReturnType<typeof draw>>;

const positionOf = (transform: unknown[]) => ({
  x: Number(transform[4]),
  y: Number(transform[5]),
  size: Number(transform[0]),
});

/** The lines of a page as a PDF reader finds them, with their position and size. */
const linesOf = async (document: Parsed, number: number) => {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== '' ? [{ text: item.str, ...positionOf(item.transform) }] : [],
  );
};

describe('a PDF of retrieved documents', () => {
  const short = () => draw([{ title: 'Leave', id: 'chk_1', text: 'First line\nSecond line' }]);

  it('has pages of 550x842', { tags: ['PDF-01'] }, async () => {
    expect((await (await short()).getPage(1)).view).toEqual([0, 0, 550, 842]);
  });

  it('has a margin of 40', { tags: ['PDF-02'] }, async () => {
    const lines = await linesOf(await short(), 1);
    expect(lines.map(({ text, x }) => [text, x])).toEqual([
      ['Leave', 40],
      ['chk_1', 40],
      ['First line', 40],
      ['Second line', 40],
    ]);
    expect(lines[0]?.y).toBe(842 - 40 - 12);
  });

  it('has a font size of 12', { tags: ['PDF-03'] }, async () => {
    const lines = await linesOf(await short(), 1);
    expect(lines.map(({ size }) => size)).toEqual([12, 12, 12, 12]);
  });

  it('leaves 4 between the lines', { tags: ['PDF-04'] }, async () => {
    const lines = await linesOf(await short(), 1);
    expect(lines.map(({ y }) => y)).toEqual([790, 774, 758, 742]);
  });

  it('wraps at 70 characters, between words where it can', { tags: ['PDF-05'] }, async () => {
    const text = `${'word '.repeat(40)}${'x'.repeat(150)}`;
    const lines = wrapLine(text);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(70);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(lines[0]).toBe('word '.repeat(14).trim());
    expect(lines.slice(3).map(({ length }) => length)).toEqual([70, 70, 10]);
    expect(wrapLine(`${'x'.repeat(68)} y z`)).toEqual([`${'x'.repeat(68)} y`, 'z']);
    const [, , first] = await linesOf(await draw([{ text }]), 1);
    expect(first?.text).toBe(lines[0]);
  });

  it('begins a new page below y=50 and leaves 20 between items', { tags: ['PDF-06', 'PDF-07'] }, async () => {
    const many = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n');
    const document = await draw([{ title: 'Long', id: 'a', text: many }]);
    expect(document.numPages).toBe(2);
    const first = await linesOf(document, 1);
    const second = await linesOf(document, 2);
    expect(first.length + second.length).toBe(62);
    // The next line would lie at 38, below the limit of 50.
    expect(first.at(-1)?.y).toBe(54);
    expect(second[0]?.y).toBe(790);
    const [, , end, next] = layOut([{ text: 'a' }, { text: 'b' }]);
    expect((end?.y ?? 0) - (next?.y ?? 0)).toBe(16 + 20);
  });

  it('names what has no title and no id', { tags: ['PDF-08', 'PDF-09'] }, async () => {
    const lines = await linesOf(await draw([{ title: ' ', text: 'Text' }]), 1);
    expect(lines.map(({ text }) => text)).toEqual(['Untitled', 'Unknown ID', 'Text']);
  });

  it('writes Latin, Greek and Cyrillic as text, and lines in other scripts as pictures', async () => {
    const text = 'Ærøskøbing žluťoučký Ελληνικά Українська';
    painted.length = 0;
    const document = await draw([{ title: '日本', text: `${text}\nשלום\nनमस्ते\nEnd` }]);
    expect((await linesOf(document, 1)).map((line) => line.text)).toEqual(['Unknown ID', text, 'End']);
    expect(painted).toEqual(['日本', 'שלום', 'नमस्ते']);
    const { fnArray } = await (await document.getPage(1)).getOperatorList();
    expect(fnArray.filter((each) => each === OPS.paintImageXObject)).toHaveLength(3);
  });

  it('wraps scripts without spaces between letters, at half as many of them', () => {
    const lines = wrapLine(`${'日本語'.repeat(30)}`);
    expect(lines.map(({ length }) => length)).toEqual([35, 35, 20]);
    expect(wrapLine('👩‍👩‍👧'.repeat(40)).join('')).toBe('👩‍👩‍👧'.repeat(40));
    for (const line of wrapLine('👩‍👩‍👧'.repeat(40))) expect(line).toMatch(/^(👩‍👩‍👧)+$/u);
  });

  it('is saved as download.pdf, or under a name with the ending of a PDF', {
    tags: ['PDF-10', 'PDF-11'],
  }, () => {
    expect(pdfName()).toBe('download.pdf');
    expect(pdfName('  ')).toBe('download.pdf');
    expect(pdfName('Leave: a/b?')).toBe('Leave a b.pdf');
    expect(pdfName('Leave.PDF')).toBe('Leave.PDF');
  });
});
