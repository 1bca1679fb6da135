/** The dimensions in a picture's header, before the picture is unpacked. */
export type PictureSize = { width: number; height: number };

/** Returns the width and height of a PNG, JPEG, GIF, WebP or BMP; null when its header does not contain them. */
export function pictureSize(bytes: Buffer): PictureSize | null {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG') && bytes.length >= 24)
    return sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  if (head.startsWith('GIF8') && bytes.length >= 10) return gifSize(bytes);
  if (head.startsWith('BM') && bytes.length >= 26) {
    return sized(Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22)));
  }
  if (head.startsWith('RIFF') && head.endsWith('WEBPVP8', 15)) return webpSize(bytes);
  return head.startsWith('\xff\xd8') ? jpegSize(bytes) : null;
}

const sized = (width: number, height: number): PictureSize | null =>
  width > 0 && height > 0 ? { width, height } : null;

/** Returns the larger of the screen and the first picture, because either may be forged. */
function gifSize(bytes: Buffer): PictureSize | null {
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const colours = bytes[10] ?? 0;
  let at = 13 + ((colours & 0x80) === 0 ? 0 : 3 * 2 ** ((colours & 7) + 1));
  while (bytes[at] === 0x21) {
    at += 2;
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
    at++;
  }
  if (bytes[at] !== 0x2c || at + 9 > bytes.length) return null;
  return sized(
    Math.max(screen.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)),
    Math.max(screen.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)),
  );
}

function webpSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return sized(1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3));
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return sized(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  }
  return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
}

/** Reads the frame header, after skipping the segments before it by their lengths. */
function jpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Returns EXIF's orientation of a photograph, 1 to 8. */
export function readOrientation(bytes: Buffer): number {
  const start = bytes.subarray(0, 4096);
  const big = start.indexOf(Buffer.from([1, 0x12, 0, 3, 0, 0, 0, 1, 0]));
  const little = start.indexOf(Buffer.from([0x12, 1, 3, 0, 1, 0, 0, 0]));
  const found = big >= 0 ? start[big + 9] : little >= 0 ? start[little + 8] : 1;
  return found !== undefined && found >= 1 && found <= 8 ? found : 1;
}
