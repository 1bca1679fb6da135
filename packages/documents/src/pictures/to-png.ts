import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from '../ocr/bitmap.ts';

/** Models use no more pixels than this; larger pictures only cost more. */
const longestSide = 1600;

/** Encodes pixels as a PNG file, reduced to the size that models use. Source: the PNG specification (W3C). */
export function toPng(pixels: Pixels): Buffer {
  const { width, height, channels, data } = shrink(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel; grey is type 0 and colour type 2.
  header[8] = 8;
  header[9] = channels === 1 ? 0 : 2;
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    part('IHDR', header),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Reduces a picture. Each new pixel is the mean of a square of old ones. */
function shrink(pixels: Pixels): Pixels {
  const step = Math.ceil(Math.max(pixels.width, pixels.height) / longestSide);
  if (step <= 1) return pixels;
  const width = Math.max(1, Math.floor(pixels.width / step));
  const height = Math.max(1, Math.floor(pixels.height / step));
  const data = new Uint8Array(width * height * pixels.channels);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < pixels.channels; channel++)
        data[to++] = mean(pixels, { x: x * step, y: y * step, step, channel });
    }
  }
  return { width, height, channels: pixels.channels, data };
}

type Square = { x: number; y: number; step: number; channel: number };

function mean({ width, height, channels, data }: Pixels, { x, y, step, channel }: Square): number {
  let sum = 0;
  let count = 0;
  for (let row = y; row < Math.min(y + step, height); row++) {
    for (let column = x; column < Math.min(x + step, width); column++, count++)
      sum += data[(row * width + column) * channels + channel] ?? 0;
  }
  return count === 0 ? 0 : Math.round(sum / count);
}
