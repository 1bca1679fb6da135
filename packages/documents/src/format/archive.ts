import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DocumentError } from '../document-error.ts';
import { toByteChunks } from '../to-byte-chunks.ts';
import type { Format } from './formats.ts';

const mb = 1024 * 1024;
/** Limits against zip bombs, far above real documents. Sizes are uncompressed. */
const limits = { entries: 20_000, totalMb: 1024, xmlMb: 400, ratio: 150, ratioFromMb: 64 };
/** The beginning of an entity definition in ASCII and UTF-16. Without the last zero byte it matches both byte orders. */
const definitions = [Buffer.from('<!ENTITY', 'latin1'), Buffer.from('<!ENTITY', 'utf16le').subarray(0, -1)];

/**
 * Checks a zip's central directory before anything is unpacked, and returns the format of the document inside; null for a zip
 * without a supported document.
 */
export async function inspectArchive(path: string): Promise<Format | null> {
  const zip = await openArchive(path);
  try {
    const entries = await readDirectory(zip);
    await refuseEntities(zip, entries);
    return await detectZipFormat(zip, entries);
  } finally {
    zip.close();
  }
}

/** Opens a zip. Throws `documents.corrupt` when its directory is broken. */
export async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw new DocumentError('documents.corrupt', String(error));
  }
}

/** Returns all entries by name, after checking their number, size and ratio. */
export async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let xml = 0;
  if (zip.entryCount > limits.entries) throw bomb(`${zip.entryCount} entries`);
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
      if (isXml(entry.fileName)) xml += entry.uncompressedSize;
      if (unpacked > limits.totalMb * mb || xml > limits.xmlMb * mb) throw bomb(`${unpacked} bytes unpacked`);
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('documents.corrupt', String(error));
  }
  if (unpacked > limits.ratioFromMb * mb && unpacked / zip.fileSize > limits.ratio) {
    throw bomb(`ratio ${Math.round(unpacked / zip.fileSize)}`);
  }
  return entries;
}

/** Returns the first bytes of an entry. */
async function readStart(zip: ZipFile, entry: Entry, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const buffer of toByteChunks(await zip.openReadStreamPromise(entry))) {
    parts.push(buffer);
    length += buffer.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** An element that stands for ten million others or more. No program writes one: a sheet has a million rows at most. */
const endless = /<[a-z][^<>]*(?:repeated|spanned|gridSpan|gridSpan w:val|text:c)="\d{8,}"/;

/**
 * Unpacks a whole entry, so that a wrong size is noticed, and returns true if it defines an XML entity anywhere. Throws `documents.corrupt` for
 * an element that stands for more others than a reader could count.
 */
async function definesEntity(zip: ZipFile, entry: Entry): Promise<boolean> {
  let found = false;
  let end = Buffer.alloc(0);
  for await (const buffer of toByteChunks(await zip.openReadStreamPromise(entry))) {
    const bytes = Buffer.concat([end, buffer]);
    found ||= definitions.some((definition) => bytes.includes(definition));
    const [repeats] = endless.exec(bytes.toString('latin1')) ?? [];
    if (repeats !== undefined)
      throw new DocumentError('documents.corrupt', `${repeats.slice(-80)} in ${entry.fileName}`);
    // A match may begin in one piece and end in the next.
    end = bytes.subarray(-512);
  }
  return found;
}

/** Refuses entity definitions, which no office format may contain: they serve to attack parsers by expansion. */
async function refuseEntities(zip: ZipFile, entries: Map<string, Entry>): Promise<void> {
  for (const entry of entries.values()) {
    if (!isXml(entry.fileName) || entry.isEncrypted()) continue;
    const isDefining = await definesEntity(zip, entry).catch((error: unknown) => {
      // An entry that is larger than its directory says was made to evade the size check.
      if (error instanceof DocumentError) throw error;
      if (/too many bytes/i.test(String(error))) throw bomb(`${entry.fileName} is larger than it says`);
      throw new DocumentError('documents.corrupt', String(error));
    });
    if (isDefining) throw bomb(`entities in ${entry.fileName}`);
  }
}

const mimeTypes: Record<string, Format> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/epub+zip': 'epub',
};

async function detectZipFormat(zip: ZipFile, entries: Map<string, Entry>): Promise<Format | null> {
  if ([...entries.values()].some((entry) => entry.isEncrypted())) {
    throw new DocumentError('documents.encrypted', 'encrypted zip entry');
  }
  const mimeType = entries.get('mimetype');
  if (mimeType !== undefined) {
    const text = (await readStart(zip, mimeType, 100)).toString('latin1').trim();
    return mimeTypes[text] ?? null;
  }
  if (!entries.has('[Content_Types].xml')) return null;
  const names = [...entries.keys()];
  // The names of parts are free (word/document2.xml), so the folder decides.
  if (names.some((name) => /^word\/.*\.xml$/i.test(name))) return 'docx';
  if (names.some((name) => /^ppt\/.*\.xml$/i.test(name))) return 'pptx';
  if (names.some((name) => /^xl\/.*\.xml$/i.test(name) || name === 'xl/workbook.xml')) return 'xlsx';
  return null;
}

const isXml = (name: string) => /\.(xml|rels|xhtml|html|opf|ncx|vml)$/i.test(name);
const bomb = (detail: string) => new DocumentError('documents.archive_bomb', detail);
