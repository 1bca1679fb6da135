import { readFile } from 'node:fs/promises';
import type { Entry } from 'yauzl';
import type { Source } from '../../source.ts';
import { arePicturesRead } from '../office-pictures.ts';
import { repack } from './repack.ts';

/** The parts of an archive by their names: those that nobody reads, the pictures, and the texts that replace others. */
interface Parts {
  unread: RegExp;
  pictures: RegExp;
  replaced: ReadonlyMap<string, string>;
}

/** Returns a document with only the parts that are read: its pictures are left out where nobody looks at them or they are too large. */
export async function repackReadParts(
  source: Source,
  entries: readonly Entry[],
  { unread, pictures, replaced }: Parts,
): Promise<Buffer> {
  const bytes = entries
    .filter(({ fileName }) => pictures.test(fileName))
    .reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const hasPictures = arePicturesRead(source, bytes);
  const wanted = entries.filter(
    ({ fileName }) => !unread.test(fileName) && (hasPictures || !pictures.test(fileName)),
  );
  return repack(await readFile(source.path), wanted, replaced);
}
