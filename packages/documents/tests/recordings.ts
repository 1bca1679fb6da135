/** Makes a WAV file of silence at 8 kHz and 8 bits, which is small. */
export function wav(seconds: number): Buffer<ArrayBuffer> {
  const rate = 8000;
  const length = seconds * rate;
  const bytes = Buffer.alloc(44 + length, 0x80);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + length, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(length, 40);
  return bytes;
}
