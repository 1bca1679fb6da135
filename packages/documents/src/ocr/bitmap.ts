import { DocumentError } from '../document-error.ts';

/** An unpacked picture with one byte for each channel of each pixel: grey, or red, green and blue. */
export type Pixels = { width: number; height: number; channels: 1 | 3; data: Uint8Array };

/** Formats pixels as a PNM file, which the OCR engine reads without a decoder. */
export function toPnm({ width, height, channels, data }: Pixels): Uint8Array {
  return Buffer.concat([Buffer.from(`P${channels === 1 ? 5 : 6}\n${width} ${height}\n255\n`), data]);
}

/** Removes the alpha channel. Transparent pixels become white paper. */
export function withoutAlpha(data: Uint8Array): Uint8Array {
  const plain = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const alpha = (data[from + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      plain[to++] = Math.round((data[from + channel] ?? 0) * alpha + 255 * (1 - alpha));
    }
  }
  return plain;
}

/** Unpacks a Windows bitmap without compression. Throws `documents.corrupt`. */
export function unpackBitmap(bytes: Buffer): Pixels {
  try {
    return readBitmap(bytes);
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('documents.corrupt', String(error));
  }
}

function readBitmap(bytes: Buffer): Pixels {
  const width = bytes.readInt32LE(18);
  const signed = bytes.readInt32LE(22);
  const height = Math.abs(signed);
  const bits = bytes.readUInt16LE(28);
  const compression = bytes.readUInt32LE(30);
  if (![1, 4, 8, 24, 32].includes(bits) || (compression !== 0 && compression !== 3)) {
    throw new DocumentError('documents.corrupt', `bitmap of ${bits} bits, compression ${compression}`);
  }
  const start = bytes.readUInt32LE(10);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start + stride * height > bytes.length)
    throw new DocumentError('documents.corrupt', 'bitmap is cut off');
  const palette = 14 + bytes.readUInt32LE(14);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = start + stride * (signed > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      const at = bits >= 24 ? row + x * (bits / 8) : palette + 4 * indexAt(bytes, row, x, bits);
      const to = (y * width + x) * 3;
      data[to] = bytes[at + 2] ?? 0;
      data[to + 1] = bytes[at + 1] ?? 0;
      data[to + 2] = bytes[at] ?? 0;
    }
  }
  return { width, height, channels: 3, data };
}

/** Returns the colour index of a pixel with at most eight bits. */
function indexAt(bytes: Buffer, row: number, x: number, bits: number): number {
  const byte = bytes[row + Math.floor((x * bits) / 8)] ?? 0;
  const shift = 8 - bits - ((x * bits) % 8);
  return (byte >> shift) & (2 ** bits - 1);
}
