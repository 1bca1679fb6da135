import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Pixels, toPnm, unpackBitmap, withoutAlpha } from '../ocr/bitmap.ts';
import { toPng } from './to-png.ts';

/** Returns the header of a PNG and its rows, without the filter before each. */
const read = (png: Buffer) => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 0 ? 1 : 3;
  const length = png.readUInt32BE(33);
  expect(png.toString('latin1', 37, 41)).toBe('IDAT');
  const data = inflateSync(png.subarray(41, 41 + length));
  const stride = width * channels + 1;
  const rows = Array.from({ length: height }, (_none, y) => [...data.subarray(y * stride, (y + 1) * stride)]);
  expect(rows.every(([filter]) => filter === 0)).toBe(true);
  return { width, height, bits: png[24], colours: png[25], rows: rows.map((row) => row.slice(1)) };
};
const pixels = (width: number, height: number, channels: 1 | 3, value: (at: number) => number): Pixels => ({
  ...{ width, height, channels },
  data: Uint8Array.from({ length: width * height * channels }, (_none, at) => value(at)),
});

describe('a picture as PNG', () => {
  it('has each pixel, in grey or in colours', () => {
    expect(read(toPng(pixels(3, 2, 1, (at) => at * 10)))).toEqual({
      ...{ width: 3, height: 2, bits: 8, colours: 0 },
      rows: [
        [0, 10, 20],
        [30, 40, 50],
      ],
    });
    expect(read(toPng(pixels(2, 1, 3, (at) => at)))).toMatchObject({
      colours: 2,
      rows: [[0, 1, 2, 3, 4, 5]],
    });
  });

  it('is reduced to 1600 pixels of its longer side, each the mean of a square', () => {
    expect(read(toPng(pixels(1600, 1, 1, () => 9)))).toMatchObject({ width: 1600, height: 1 });
    const halved = read(toPng(pixels(1602, 3, 1, (at) => (at % 1602) + 10 * Math.floor(at / 1602))));
    expect([halved.width, halved.height]).toEqual([801, 1]);
    expect(halved.rows[0]?.slice(0, 3)).toEqual([6, 8, 10]);
    const tall = read(toPng(pixels(1, 1602, 3, (at) => at % 3)));
    expect([tall.width, tall.height, tall.rows[800]]).toEqual([1, 801, [0, 1, 2]]);
  });
});

describe('pixels', () => {
  it('lose what lets paper shine through, and are written for text recognition', () => {
    expect([...withoutAlpha(Uint8Array.from([10, 20, 30, 255, 10, 20, 30, 0, 0, 100, 200, 51]))]).toEqual([
      ...[10, 20, 30, 255, 255, 255, 204, 224, 244],
    ]);
    expect(Buffer.from(toPnm(pixels(2, 1, 1, () => 65))).toString()).toBe('P5\n2 1\n255\nAA');
    expect(Buffer.from(toPnm(pixels(1, 1, 3, () => 66))).toString()).toBe('P6\n1 1\n255\nBBB');
  });

  const bitmap = (bits: number, height: number, colours: number[], rows: number[], compression = 0) => {
    const bytes = Buffer.alloc(54);
    bytes.write('BM');
    bytes.writeUInt32LE(54 + colours.length, 10);
    bytes.writeUInt32LE(40, 14);
    bytes.writeInt32LE(2, 18);
    bytes.writeInt32LE(height, 22);
    bytes.writeUInt16LE(bits, 28);
    bytes.writeUInt32LE(compression, 30);
    return Buffer.concat([bytes, Buffer.from(colours), Buffer.from(rows)]);
  };
  const two = [1, 2, 3, 0, 4, 5, 6, 0];
  const [first, second] = [
    [3, 2, 1],
    [6, 5, 4],
  ] as const;

  it.each<[string, Buffer, number[]]>([
    ['one bit', bitmap(1, 1, two, [0b01000000, 0, 0, 0]), [...first, ...second]],
    ['four bits', bitmap(4, 1, two, [0x10, 0, 0, 0]), [...second, ...first]],
    ['eight bits', bitmap(8, 1, two, [1, 0, 0, 0]), [...second, ...first]],
    ['24 bits', bitmap(24, 1, [], [1, 2, 3, 4, 5, 6, 0, 0]), [...first, ...second]],
    ['32 bits', bitmap(32, 1, [], [1, 2, 3, 9, 4, 5, 6, 9], 3), [...first, ...second]],
    [
      'rows from below',
      bitmap(8, 2, two, [0, 0, 9, 9, 1, 1, 9, 9]),
      [...second, ...second, ...first, ...first],
    ],
    [
      'rows from above',
      bitmap(8, -2, two, [0, 0, 9, 9, 1, 1, 9, 9]),
      [...first, ...first, ...second, ...second],
    ],
  ])('of a bitmap are unpacked from %s', (_what, bytes, data) => {
    expect([...unpackBitmap(bytes).data]).toEqual(data);
  });

  it.each<[string, Buffer]>([
    ['two bits', bitmap(2, 1, two, [0, 0, 0, 0])],
    ['runs of pixels', bitmap(8, 1, two, [0, 0, 0, 0], 1)],
    ['a row that is cut off', bitmap(8, 1, two, [0, 0, 0])],
    ['half a header', bitmap(8, 1, [], []).subarray(0, 20)],
  ])('of a bitmap with %s are refused', (_what, bytes) => {
    expect(() => unpackBitmap(bytes)).toThrow(expect.objectContaining({ code: 'documents.corrupt' }));
  });
});
