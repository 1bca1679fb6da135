import { readFile } from 'node:fs/promises';
import type { Entry, ZipFile } from 'yauzl';
import { openArchive, readDirectory } from '../../format/archive.ts';
import type { Source } from '../source.ts';
import { collect, readPart } from './archive-parts.ts';
import { noteLeftOut } from './left-out.ts';
import { repackReadParts } from './word/repack-read-parts.ts';

const mostEntries = 5000;
const slide = /^ppt\/slides\/slide\d+\.xml$/;
const comments = /^ppt\/comments\/[^/]+\.xml$/;
/** Parts that are not read, and may be large. */
const unread =
  /^ppt\/(?:fonts|theme|embeddings|slideLayouts|slideMasters|notesMasters|handoutMasters|printerSettings|tags)\/|^docProps\/thumbnail/;
const pictures = /^ppt\/media\//;

const readText = async (zip: ZipFile, entry: Entry | undefined): Promise<string> =>
  (await collect(readPart(zip, entry))).join('');

/** Returns true for a slide that is not shown, which its first element says. */
async function isHidden(zip: ZipFile, entry: Entry): Promise<boolean> {
  for await (const start of readPart(zip, entry))
    return /<p:sld\s[^<>]*\bshow="(?:0|false)"/.test(start.slice(0, 20_000));
  return false;
}

/** An empty slide keeps the numbers of those behind it. */
const emptySlide =
  '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree/></p:cSld></p:sld>';
const noRelations = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>';
const nameRelations = (name: string): string => name.replace('slides/', 'slides/_rels/').concat('.rels');

/** Returns a presentation without its hidden slides, and without its pictures where nobody looks at them. */
export async function preparePptx(source: Source): Promise<Buffer> {
  const zip = await openArchive(source.path);
  try {
    const entries = await readDirectory(zip);
    if (entries.size !== zip.entryCount || entries.size > mostEntries) return await readFile(source.path);
    const replaced = new Map<string, string>();
    const beside = { comments: 0, margins: 0 };
    let hidden = 0;
    for (const entry of entries.values()) {
      const name = entry.fileName;
      if (comments.test(name))
        beside.comments += (await readText(zip, entry)).split(/<(?:p|p188):cm[ >]/).length - 1;
      if (!slide.test(name) || !(await isHidden(zip, entry))) continue;
      hidden++;
      replaced.set(name, emptySlide);
      replaced.set(nameRelations(name), noRelations);
    }
    noteHidden(source, hidden);
    noteLeftOut(source, beside);
    return await repackReadParts(source, [...entries.values()], { unread, pictures, replaced });
  } finally {
    zip.close();
  }
}

function noteHidden(source: Source, count: number): void {
  if (count === 0) return;
  source.note({
    code: 'documents.hidden_slides',
    message: count === 1 ? 'One hidden slide was left out.' : `${count} hidden slides were left out.`,
  });
}
