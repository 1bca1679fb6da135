import type { PDFPageProxy } from 'pdfjs-dist';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, expect, it, vi } from 'vitest';
import { readPagePictures } from './pdf-scan.ts';

afterEach(() => {
  vi.useRealTimers();
});

const picture = { width: 100, height: 100, data: new Uint8Array(30_000) };

/** A page that draws pictures by their names, of which only those in `sound` ever arrive. */
const pageWith = (names: readonly string[], sound: ReadonlySet<string>) => {
  const objs = {
    get: (name: string, found: (value: unknown) => void) => {
      if (sound.has(name)) setTimeout(() => found(picture), 50);
    },
  };
  const list = { fnArray: names.map(() => OPS.paintImageXObject), argsArray: names.map((name) => [name]) };
  return { getOperatorList: () => Promise.resolve(list), objs, commonObjs: objs } as unknown as PDFPageProxy;
};

it('waits for pictures that never arrive for two seconds of a file, and a moment for each of the others', async () => {
  vi.useFakeTimers();
  const names = Array.from({ length: 20 }, (_, at) => `img_${at}`);
  const patience = { ms: 2000 };
  const since = performance.now();
  const pages = Promise.all([
    readPagePictures(pageWith(names, new Set(['img_3', 'img_19'])), patience),
    readPagePictures(pageWith([], new Set()), patience),
  ]);
  await vi.runAllTimersAsync();
  const [found, none] = await pages;
  expect([found.length, none.length]).toEqual([2, 0]);
  expect(found[0]?.pixels).toMatchObject({ width: 100, height: 100, channels: 3 });
  expect(performance.now() - since).toBe(2000 + 17 * 100 + 2 * 50);
  expect(patience.ms).toBeLessThanOrEqual(0);
});

it('reads pictures of one bit, three and four bytes for each pixel, and none that are small or broken', async () => {
  const read = async (width: number, height: number, data: Uint8Array) => {
    const inline = { width, height, data };
    const list = { fnArray: [OPS.paintInlineImageXObject], argsArray: [[inline]] };
    const page = { getOperatorList: () => Promise.resolve(list) } as unknown as PDFPageProxy;
    const [found] = await readPagePictures(page, { ms: 100 });
    return found && [found.pixels.channels, found.pixels.data.length, ...found.pixels.data.subarray(0, 10)];
  };
  const [black, white] = [0, 255];
  const bits = new Uint8Array(13 * 50).fill(0b10100000);
  expect(await read(100, 50, bits)).toEqual([
    ...[1, 5000, white, black, white, black, black, black, black, black, white, black],
  ]);
  expect((await read(100, 50, new Uint8Array(15_000).fill(7)))?.slice(0, 3)).toEqual([3, 15_000, 7]);
  const shining = (await read(100, 50, new Uint8Array(20_000)))?.slice(0, 3);
  expect(shining).toEqual([3, 15_000, 255]);
  expect(await read(100, 49, new Uint8Array(13 * 49))).toBe(undefined);
  expect(await read(100, 50, new Uint8Array(999))).toBe(undefined);
});
