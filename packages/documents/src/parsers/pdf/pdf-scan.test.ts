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
