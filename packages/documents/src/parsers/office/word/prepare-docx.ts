import { readFile } from 'node:fs/promises';
import type { Entry, ZipFile } from 'yauzl';
import { openArchive, readDirectory } from '../../../format/archive.ts';
import type { Source } from '../../source.ts';
import { collect, readPart } from '../archive-parts.ts';
import { type Chart, readChart } from '../charts.ts';
import { noteHiddenText, noteLeftOut } from '../left-out.ts';
import { readLists } from './numbering.ts';
import { repackReadParts } from './repack-read-parts.ts';
import { rewriteText, type WordContext } from './rewrite-text.ts';
import { readStyles } from './word-styles.ts';
import { listTags, readAttribute } from './xml-tags.ts';

/** Larger documents, and those with two parts of one name, are read as they are. */
const most = { xmlBytes: 100 * 1024 * 1024, entries: 5000 };

const textPart = /^word\/(?:document|footnotes|endnotes)\d?\.xml$/;
/** Parts that are not read, and may be large. */
const unread = /^word\/(?:fonts|theme)\/|^docProps\/thumbnail/;
const pictures = /^word\/media\//;

const readText = async (zip: ZipFile, entry: Entry | undefined): Promise<string> =>
  (await collect(readPart(zip, entry))).join('');

/**
 * Returns a Word document whose texts say in plain runs what Word shows: numbers, hyphens, symbols. The library that reads it knows neither the formats of
 * lists nor the styles of headings by another name than the English one.
 */
export async function prepareDocx(source: Source): Promise<Buffer> {
  const zip = await openArchive(source.path);
  try {
    const entries = await readDirectory(zip);
    const texts = [...entries.values()].filter(({ fileName }) => textPart.test(fileName));
    const size = texts.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    const isOdd = entries.size !== zip.entryCount;
    if (isOdd || size > most.xmlBytes || entries.size > most.entries) return await readFile(source.path);
    const part = (name: string) => readText(zip, entries.get(name));
    const context: WordContext = {
      lists: readLists(await part('word/numbering.xml')),
      findStyle: readStyles(await part('word/styles.xml')),
      findChart: await readCharts(part),
    };
    const replaced = new Map<string, string>();
    for (const { fileName } of texts) {
      const { xml, hidesText } = rewriteText(await part(fileName), context);
      replaced.set(fileName, xml);
      if (hidesText) noteHiddenText(source);
    }
    noteLeftOut(source, await surveyParts(zip, entries.values()));
    return await repackReadParts(source, [...entries.values()], { unread, pictures, replaced });
  } finally {
    zip.close();
  }
}

/** Charts behind these are not looked at. */
const mostCharts = 200;

/** Reads the charts of a document by the ids under which its text names them. Each is shown once. */
async function readCharts(part: (name: string) => Promise<string>) {
  const xml = await part('word/_rels/document.xml.rels');
  const charts = new Map<string, Chart>();
  for (const tag of listTags(xml)) {
    const target = tag.name === 'Relationship' ? readAttribute(xml, tag, 'Target') : undefined;
    if (
      target === undefined ||
      !/^(?:\/word\/)?charts\/[\w.-]+\.xml$/.test(target) ||
      charts.size >= mostCharts
    )
      continue;
    const chart = readChart(await part(`word/${target.replace(/^\/word\//, '')}`));
    charts.set(readAttribute(xml, tag, 'Id') ?? '', chart);
  }
  return (relation: string): Chart | undefined => {
    const chart = charts.get(relation);
    charts.delete(relation);
    return chart;
  };
}

const margin = /^word\/(?:header|footer)\d*\.xml$/;

/** Looks for comments, and for headers and footers with text. */
async function surveyParts(zip: ZipFile, entries: Iterable<Entry>) {
  const found = { comments: 0, margins: 0 };
  for (const entry of entries) {
    if (entry.fileName === 'word/comments.xml')
      found.comments += (await readText(zip, entry)).split('<w:comment ').length - 1;
    else if (
      margin.test(entry.fileName) &&
      found.margins === 0 &&
      /<w:t[ >]/.test(await readText(zip, entry))
    )
      found.margins++;
  }
  return found;
}
