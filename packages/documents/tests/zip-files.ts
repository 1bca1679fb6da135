import { crc32, deflateRawSync } from 'node:zlib';

type Part = { name: string; content: Buffer | string; claimedSize?: number };

type Packed = { size: number; crc: number; packed: Buffer };

/** Makes a zip with these parts; `claimedSize` forges the unpacked size. */
export function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const known = new Map<Buffer | string, Packed>();
  for (const part of parts) {
    const { size, crc, packed } = known.get(part.content) ?? pack(part.content);
    known.set(part.content, { size, crc, packed });
    const name = Buffer.from(part.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(part.claimedSize ?? size, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    facts.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local);
    directory.push(entry, name);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
}

function pack(content: Buffer | string): Packed {
  const bytes = Buffer.from(content);
  return { size: bytes.length, crc: crc32(bytes), packed: deflateRawSync(bytes) };
}

const contentTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const relations =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

/** Makes a Word document around this document part. */
export function docxOf(documentXml: Buffer | string, claimedSize?: number): Buffer {
  return zip([
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: relations },
    {
      name: 'word/document.xml',
      content: documentXml,
      ...(claimedSize === undefined ? {} : { claimedSize }),
    },
  ]);
}

export const wordXml = (body: string, declaration = '') =>
  `<?xml version="1.0"?>${declaration}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
