import { describe, expect, it } from 'vitest';
import { pictureSize, readOrientation } from './picture-size.ts';

const bytes = (...parts: readonly (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const none = (length: number): number[] => Array.from({ length }, () => 0);
const png = (width: number[], height: number[]) => bytes('\x89PNG', none(12), width, height);
const bitmap = (width: number[], height: number[]) => bytes('BM', none(16), width, height);
const webp = (kind: string, rest: number[]) => bytes('RIFF', none(4), `WEBP${kind}`, none(4), rest);
/** A GIF of 4 by 3 with as many colours, and what stands between its header and its picture. */
const gif = (colours: number, between: number[], frame: number[]) =>
  bytes('GIF89a', [4, 0, 3, 0, colours, 0, 0], between, [0x2c], frame, [0]);

describe('the size in the header of a picture', () => {
  it.each<[string, Buffer, { width: number; height: number } | null]>([
    ['a PNG', png([0, 0, 1, 2], [0, 0, 3, 4]), { width: 258, height: 772 }],
    ['a PNG without width', png([0, 0, 0, 0], [0, 0, 0, 1]), null],
    ['a PNG without height', png([0, 0, 0, 1], [0, 0, 0, 0]), null],
    ['a PNG of one pixel', png([0, 0, 0, 1], [0, 0, 0, 1]), { width: 1, height: 1 }],
    ['a PNG that is cut off', png([0, 0, 0, 1], [0, 0, 1]), null],
    ['a bitmap', bitmap([2, 1, 0, 0], [4, 3, 0, 0]), { width: 258, height: 772 }],
    ['a bitmap from top to bottom', bitmap([2, 0, 0, 0], [0xfd, 0xff, 0xff, 0xff]), { width: 2, height: 3 }],
    ['a bitmap that is cut off', bitmap([2, 0, 0, 0], [3, 0, 0]), null],
    ['a GIF', gif(0, [], [0, 0, 0, 0, 1, 0, 1, 0]), { width: 4, height: 3 }],
    [
      'a GIF whose picture lies outside its screen',
      gif(0, [], [5, 0, 6, 0, 2, 0, 3, 0]),
      { width: 7, height: 9 },
    ],
    ['a GIF with four colours', gif(0x81, none(12), [0, 0, 0, 0, 9, 0, 8, 0]), { width: 9, height: 8 }],
    [
      'a GIF with a remark before its picture',
      gif(0, [0x21, 0xfe, 2, 65, 66, 1, 67, 0], [0, 0, 0, 0, 9, 0, 8, 0]),
      { width: 9, height: 8 },
    ],
    ['a GIF without a picture', bytes('GIF89a', [4, 0, 3, 0, 0, 0, 0, 0x3b]), null],
    ['a GIF that is cut off in its frame', gif(0, [], [0, 0, 0, 0, 1, 0]).subarray(0, 20), null],
    ['a WebP with a canvas', webp('VP8X', [...none(4), 1, 1, 0, 3, 2, 0]), { width: 258, height: 516 }],
    [
      'a WebP without loss',
      webp('VP8L', [0x2f, 0x01, 0xc1, 0x80, 0x00, ...none(5)]),
      { width: 258, height: 516 },
    ],
    ['a WebP with loss', webp('VP8 ', [...none(6), 2, 0x41, 4, 0x82]), { width: 258, height: 516 }],
    ['a WebP that is cut off', webp('VP8X', [...none(4), 1, 1, 0, 3, 2]), null],
    ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 3, 4, 1, 2, 3]), { width: 258, height: 772 }],
    [
      'a JPEG with a segment and filling before its frame',
      bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, 0xff, 0xcf, 0, 17, 8, 0, 4, 0, 2, 3]),
      { width: 2, height: 4 },
    ],
    [
      'a JPEG with tables that are numbered like frames',
      bytes(
        [0xff, 0xd8, 0xff, 0xc4, 0, 9, ...Array.from({ length: 7 }, () => 1)],
        [0xff, 0xc2, 0, 17, 8, 0, 4, 0, 2, 3],
      ),
      { width: 2, height: 4 },
    ],
    ['a JPEG whose segment ends beside a mark', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2, 1], none(12)), null],
    ['a JPEG that ends before its frame', bytes([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 4, 0]), null],
    ['something else', bytes('II*\0', none(40)), null],
  ])('is read of %s', (_what, picture, size) => {
    expect(pictureSize(picture)).toEqual(size);
  });
});

describe('the orientation of a photograph', () => {
  const big = (value: number) => bytes([0xff, 0xd8, 9, 9, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]);
  const little = (value: number) => bytes([0xff, 0xd8, 9, 9, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]);

  it('is one of eight, and 1 where none is stated', () => {
    expect([0, 1, 6, 8, 9].map((value) => readOrientation(big(value)))).toEqual([1, 1, 6, 8, 1]);
    expect([0, 1, 6, 8, 9].map((value) => readOrientation(little(value)))).toEqual([1, 1, 6, 8, 1]);
    expect(readOrientation(bytes([0xff, 0xd8], none(30)))).toBe(1);
    expect(readOrientation(big(6).subarray(4))).toBe(6);
    expect(readOrientation(little(6).subarray(4))).toBe(6);
    expect(readOrientation(big(6).subarray(0, 13))).toBe(1);
  });
});
