import { page } from './pdf-layout.ts';

/** A line of text as a picture. Its measures are in points. */
export interface PaintedLine {
  jpeg: Uint8Array;
  x: number;
  width: number;
  height: number;
  /** The distance from the upper edge to the baseline. */
  ascent: number;
}

/** Pixels for each point, so that the letters stay sharp in print. */
const scale = 4;
const widest = page.width - 2 * page.margin;
const isRightToLeft =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const toJpegBytes = (canvas: HTMLCanvasElement): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => {
      if (blob) blob.arrayBuffer().then((bytes) => resolve(new Uint8Array(bytes)), reject);
      else reject(new Error('The line could not be painted.'));
    };
    canvas.toBlob(take, 'image/jpeg', 0.92);
  });

/**
 * Paints a line with the fonts of the browser, for scripts that the font of the PDF does not have: what the reader sees on the screen also
 * stands in the file. A line that begins with a script from right to left ends at the right margin.
 */
export const paintLine = async (text: string, isTitle: boolean): Promise<PaintedLine> => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot paint text.');
  const ascent = page.fontSize;
  const height = page.fontSize + page.lineGap;
  const font = `${isTitle ? 'bold ' : ''}${page.fontSize}px sans-serif`;
  context.font = font;
  const width = Math.max(1, Math.min(widest, Math.ceil(context.measureText(text).width)));
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  // A change of the size has reset the font.
  context.font = font;
  const isReversed = isRightToLeft.test(text);
  context.direction = isReversed ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  context.fillText(text, 0, ascent, width);
  const x = isReversed ? page.width - page.margin - width : page.margin;
  return { jpeg: await toJpegBytes(canvas), x, width, height, ascent };
};
