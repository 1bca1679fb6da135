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
  const names = await readDirectoryNames(path);
  if (names.has('EncryptedPackage')) return 'encrypted';
  if (names.has('WordDocument')) return 'doc';
  if (names.has('Workbook') || names.has('Book')) return 'xls';
  if (names.has('PowerPoint Document')) return 'ppt';
  return 'other';
}

async function readDirectoryNames(path: string): Promise<Set<string>> {
  const file = await open(path, 'r');
  try {
    const header = await readAt(file, 0, 512);
    const sectorBytes = 2 ** header.readUInt16LE(0x1e);
    if (sectorBytes !== 512 && sectorBytes !== 4096) throw corrupt('sector size');
    const perSector = sectorBytes / 4;
    const names = new Set<string>();
    let sector = header.readUInt32LE(0x30);
    for (let steps = 0; sector < 0xfffffffa; steps++) {
      if (steps > 10_000) throw corrupt('directory loop');
      collectNames(await readAt(file, (sector + 1) * sectorBytes, sectorBytes), names);
      // The header has room for the first 109 table sectors only, which suffices for a directory in the first 6 MB.
      const tableIndex = Math.floor(sector / perSector);
      if (tableIndex >= 109) break;
      const tableSector = header.readUInt32LE(0x4c + tableIndex * 4);
      const table = await readAt(file, (tableSector + 1) * sectorBytes, sectorBytes);
      sector = table.readUInt32LE((sector % perSector) * 4);
    }
    return names;
  } finally {
    await file.close();
  }
}

function collectNames(sector: Buffer, names: Set<string>): void {
  for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
    const bytes = sector.readUInt16LE(at + 64);
    if (bytes > 2 && bytes <= 64) names.add(sector.toString('utf16le', at, at + bytes - 2));
  }
}

async function readAt(file: Awaited<ReturnType<typeof open>>, position: number, length: number) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw corrupt('cut off');
  return buffer;
}

const corrupt = (detail: string) => new DocumentError('documents.corrupt', `compound file: ${detail}`);
