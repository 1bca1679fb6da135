import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';

/** A part of a new archive: as it is packed in the old one, or other bytes in its place. */
interface Packed {
  name: Buffer;
  method: number;
  crc: number;
  size: number;
  bytes: Buffer;
}

/** The head of a part before its name: its signature, and the lengths of the name and of what follows it. */
const head = { signature: 0x04_03_4b_50, length: 30, name: 26, extra: 28 };

/** Copies a part as it is packed. Throws for a head that is none. */
function copyEntry(archive: Buffer, entry: Entry): Packed {
  const { compressionMethod: method, crc32: crc, uncompressedSize: size, fileName } = entry;
  const at = entry.relativeOffsetOfLocalHeader;
  if (archive.readUInt32LE(at) !== head.signature) throw new RangeError(`${fileName} has no head`);
  const from =
    at + head.length + archive.readUInt16LE(at + head.name) + archive.readUInt16LE(at + head.extra);
  const bytes = archive.subarray(from, from + entry.compressedSize);
  return { name: Buffer.from(fileName), method, crc, size, bytes };
}

const storeEntry = (name: string, text: string): Packed => {
  const bytes = Buffer.from(text);
  return { name: Buffer.from(name), method: 0, crc: crc32(bytes), size: bytes.length, bytes };
};

/** The fields that the head of a part and the directory have in common. */
const writeFacts = ({ name, method, crc, size, bytes }: Packed): Buffer => {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  // Names are UTF-8.
  facts.writeUInt16LE(0x08_00, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(bytes.length, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
};

const writeArchive = (parts: readonly Packed[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const facts = writeFacts(part);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, part.name]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    facts.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    bodies.push(head, part.bytes);
    directory.push(entry, part.name);
    offset += head.length + part.bytes.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
};

/** Returns an archive with some parts replaced, by their names, and without those that are not wanted. The others are copied as they are packed. */
export const repack = (
  archive: Buffer,
  entries: Iterable<Entry>,
  replaced: ReadonlyMap<string, string>,
): Buffer =>
  writeArchive(
    Array.from(entries, (entry) => {
      const text = replaced.get(entry.fileName);
      return text === undefined ? copyEntry(archive, entry) : storeEntry(entry.fileName, text);
    }),
  );
