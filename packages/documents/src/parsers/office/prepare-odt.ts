import { readFile } from 'node:fs/promises';
import { openArchive, readDirectory } from '../../format/archive.ts';
import type { Source } from '../source.ts';
import { collect, readPart } from './archive-parts.ts';
import { noteLeftOut } from './left-out.ts';
import { repack } from './word/repack.ts';

/** Larger texts are read as they are. */
const mostBytes = 100 * 1024 * 1024;

/** Controls around words of a text, whose content the library passes over. */
const control = /<\/?loext:content-control(?:\s[^<>]*)?>/g;

/** Headers and footers with text, which stand in the styles of pages. */
const hasMargin = (styles: string): boolean =>
  styles.split(/<style:(?:header|footer)(?:-\w+)?[ >]/).some((part, at) => {
    const end = part.search(/<\/style:(?:header|footer)/);
    return at > 0 && /<text:p[^<>]*>[^<]/.test(part.slice(0, Math.max(0, end)));
  });

/** Returns a text or a presentation of OpenDocument without the controls around its words. */
export async function prepareOdt(source: Source): Promise<Buffer> {
  const zip = await openArchive(source.path);
  try {
    const entries = await readDirectory(zip);
    const content = entries.get('content.xml');
    if (content === undefined || content.uncompressedSize > mostBytes || entries.size !== zip.entryCount)
      return await readFile(source.path);
    const xml = (await collect(readPart(zip, content))).join('');
    const styles = (await collect(readPart(zip, entries.get('styles.xml')))).join('');
    noteLeftOut(source, {
      comments: xml.split('<office:annotation ').length - 1,
      margins: source.format === 'odt' && hasMargin(styles) ? 1 : 0,
    });
    const plain = xml.replaceAll(control, '');
    const archive = await readFile(source.path);
    return plain === xml ? archive : repack(archive, entries.values(), new Map([['content.xml', plain]]));
  } finally {
    zip.close();
  }
}
