import { open } from 'node:fs/promises';
import { DocumentError } from '../document-error.ts';

/** The content of an OLE compound file (the container of Office 97–2003). */
export type CompoundContent = 'doc' | 'xls' | 'ppt' | 'encrypted' | 'other';

const entryBytes = 128;

/**
 * Walks the directory of an OLE compound file ([MS-CFB] 2.6) and returns the kind of its content. Encrypted files of Office
 * 2007 and later are such containers too, with a stream named `EncryptedPackage`.
 */
export async function inspectCompoundFile(path: string): Promise<CompoundContent> {
  const entries = await readDirectory(path);
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('EncryptedPackage')) return 'encrypted';
  if (names.has('WordDocument')) return 'doc';
  if (names.has('Workbook') || names.has('Book')) {
    refuseKnots(entries);
    return 'xls';
  }
  if (names.has('PowerPoint Document')) return 'ppt';
  return 'other';
}

/** An entry of a directory: its name, empty where it has none, and the entries that it names as its neighbours and its first child. */
interface Entry {
  name: string;
  links: readonly number[];
}

/**
 * Refuses a directory that is no tree ([MS-CFB] 2.6.4), in which the reader of workbooks would walk in circles: an entry that two others
 * name, and entries that lead back to themselves.
 */
function refuseKnots(entries: readonly Entry[]): void {
  const parents = new Map<number, number>();
  for (const [at, { links }] of entries.entries())
    for (const link of links) {
      if (link === 0 || parents.has(link)) throw corrupt('directory is no tree');
      parents.set(link, at);
    }
  const known = new Set<number>();
  for (const start of parents.keys()) {
    const way = new Set<number>();
    for (let at: number | undefined = start; at !== undefined && !known.has(at); at = parents.get(at)) {
      if (way.has(at)) throw corrupt('directory loop');
      way.add(at);
    }
    for (const at of way) known.add(at);
  }
}

async function readDirectory(path: string): Promise<Entry[]> {
  const file = await open(path, 'r');
  try {
    const header = await readAt(file, 0, 512);
    const sectorBytes = 2 ** header.readUInt16LE(0x1e);
    if (sectorBytes !== 512 && sectorBytes !== 4096) throw corrupt('sector size');
    const perSector = sectorBytes / 4;
    const entries: Entry[] = [];
    let sector = header.readUInt32LE(0x30);
    for (let steps = 0; sector < 0xfffffffa; steps++) {
      if (steps > 10_000) throw corrupt('directory loop');
      entries.push(...entriesIn(await readAt(file, (sector + 1) * sectorBytes, sectorBytes)));
      // The header has room for the first 109 table sectors only, which suffices for a directory in the first 6 MB.
      const tableIndex = Math.floor(sector / perSector);
      if (tableIndex >= 109) break;
      const tableSector = header.readUInt32LE(0x4c + tableIndex * 4);
      const table = await readAt(file, (tableSector + 1) * sectorBytes, sectorBytes);
      sector = table.readUInt32LE((sector % perSector) * 4);
    }
    return entries;
  } finally {
    await file.close();
  }
}

/** The number that means *no entry*. The links of an entry that is not in use are zero as well. */
const noEntry = 0xffffffff;

function* entriesIn(sector: Buffer): Generator<Entry> {
  for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
    const bytes = sector.readUInt16LE(at + 64);
    const isUsed = sector[at + 66] !== 0;
    yield {
      name: bytes > 2 && bytes <= 64 ? sector.toString('utf16le', at, at + bytes - 2) : '',
      links: [68, 72, 76]
        .map((offset) => sector.readUInt32LE(at + offset))
        .filter((link) => link !== noEntry && (isUsed || link !== 0)),
    };
  }
}

async function readAt(file: Awaited<ReturnType<typeof open>>, position: number, length: number) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw corrupt('cut off');
  return buffer;
}

const corrupt = (detail: string) => new DocumentError('documents.corrupt', `compound file: ${detail}`);
