import { PDFDocument, StandardFonts, setCharacterSpacing } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { useReader } from './reader.ts';

const read = useReader();

interface DrawnText {
  text: string;
  x: number;
  y: number;
  size?: number;
  apart?: number;
}

const drawnPdf = async (texts: readonly DrawnText[]): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  for (const { text, x, y, size = 10, apart = 0 } of texts) {
    page.pushOperators(setCharacterSpacing(apart));
    page.drawText(text, { x, y, size, font });
  }
  return Buffer.from(await document.save());
};
const textOf = async (texts: readonly DrawnText[]): Promise<string> =>
  (await read('page.pdf', await drawnPdf(texts))).blocks.map(({ text }) => text).join('\n');

describe('the text of a PDF', () => {
  const sentences = Array.from({ length: 20 }, (_none, at) => `Sentence number ${at} of the page is here.`);

  it('is in the order of reading where the file draws it from the bottom to the top', async () => {
    const drawn = sentences.map((text, at) => ({ text, x: 60, y: 700 - 14 * at }));
    expect(await textOf(drawn.toReversed())).toBe(sentences.join(' '));
  });

  it('is read column by column where the file draws lines across them', async () => {
    const harbour = 'The harbour authority collects the fee for every ship that enters the basin.';
    const guides = 'Mountain guides must hold a licence and carry a radio during every tour.';
    const cut = (text: string) => Array.from(`${text} ${text} ${text}`.matchAll(/.{1,40}(?: |$)/g), String);
    const [left, right] = [cut(harbour), cut(guides)];
    const drawn = left.flatMap((text, at) => [
      { text, x: 60, y: 700 - 13 * at },
      { text: right[at] ?? '', x: 320, y: 700 - 13 * at },
    ]);
    expect(await textOf(drawn)).toBe(`${harbour} ${harbour} ${harbour}\n${guides} ${guides} ${guides}`);
  });

  it('has words whose letters are set apart, and spaces between texts of their own', async () => {
    const drawn = [
      { text: 'SPACED HEADING', x: 60, y: 700, size: 14, apart: 4 },
      { text: 'Big', x: 60, y: 650, size: 24 },
      { text: 'small', x: 104, y: 650, size: 9 },
      { text: 'second time', x: 110, y: 600 },
      { text: 'Text the', x: 60, y: 600 },
      { text: 'drawn twice', x: 60, y: 550 },
      { text: 'drawn twice', x: 60.4, y: 550 },
    ];
    expect(await textOf(drawn)).toBe('SPACED HEADING\nBig small Text the second time drawn twice');
  });
});
