import { readFile } from 'node:fs/promises';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Block } from '../../block.ts';
import { DocumentError } from '../../document-error.ts';
import { mostDescribed, pagesLeftOut } from '../../pictures/limits.ts';
import { recognisedBlocks } from '../image.ts';
import type { Parser, Source } from '../source.ts';
import { findTables, noTables } from './find-tables.ts';
import { placeFieldValues, readComments } from './forms/fields.ts';
import { tidyItems } from './layout/tidy-items.ts';
import { layVertical } from './layout/vertical.ts';
import { cleanUpEvery, openForPictures, openForText, type Patience, type PicturePages } from './open-pdf.ts';
import { PageReader, type PdfPage, type PlacedPicture } from './pdf-blocks.ts';
import type { PdfItem } from './pdf-lines.ts';
import { splitPageParts } from './pdf-parts.ts';
import { createPictureReader } from './pdf-pictures.ts';
import { recognisePage, recognisePictures } from './pdf-scan.ts';
import { createUpright, readingDirection } from './pdf-upright.ts';
import type { Box } from './tables/geometry.ts';

/** Number of pages to examine before the first one is read, because covers and contents do not show the size of body text. */
const lookAhead = 6;

/** The most scanned pages of one file that are recognised, and the longest time for them. A note tells about the rest. */
const recognition = { pages: 200, ms: 200_000 };
/** The same for pictures on pages that have text. */
const besideText = { pictures: 50, ms: 60_000 };

type Ahead =
  | { number: number; page: PdfPage; pictures: readonly PlacedPicture[] }
  | { number: number; blocks: readonly Block[] };
type Counts = {
  pages: number;
  blank: number;
  broken: number;
  confidences: number[];
  /** The confidences of pictures on pages with text. */
  pictures: number[];
  left: number;
};

/**
 * Reads a PDF page by page, in the order of reading (`layout`). Pages without text are recognised, within limits.
 */
export const parsePdf: Parser = async function* (source) {
  const bytes = await readFile(source.path);
  const hasPictures = marksOfPictures.some((mark) => bytes.includes(mark));
  const pdf = await openForText(bytes);
  const withPictures = openForPictures(source.path);
  const reader = new PageReader();
  const counts: Counts = {
    ...{ pages: pdf.numPages, blank: 0, broken: 0, left: 0 },
    ...{ confidences: [], pictures: [] },
  };
  const scans = createScanReader(source, withPictures, counts);
  const ahead: Ahead[] = [];
  const read = (one: Ahead) =>
    'blocks' in one ? one.blocks : reader.read(one.page, one.number, one.pictures);
  const pictures = createPictureReader(source, withPictures);
  /** Returns an empty list for a damaged page. */
  const look = async (number: number): Promise<Ahead[]> => {
    const drawn = await pictures.drawPage(number);
    if (drawn !== null) return [{ number, blocks: [drawn] }];
    const page = await readPage(pdf, number).catch(() => null);
    if (page === null) {
      counts.broken++;
      return [];
    }
    if (isEmpty(page))
      return [{ number, blocks: (await pictures.ofScan(number)) ?? (await scans.ofPage(number)) }];
    reader.learn(page);
    const recognised = hasPictures ? await scans.ofPictures(number, page) : [];
    const shown = [...(await pictures.ofPage(number)), ...recognised];
    return [{ page, number, pictures: shown }];
  };
  try {
    if (pdf.numPages === 0) throw new DocumentError('documents.corrupt', 'no pages');
    source.pages(pdf.numPages);
    for (let number = 1; number <= pdf.numPages; number++) {
      ahead.push(...(await look(number)));
      const first = ahead.length > lookAhead ? ahead.shift() : undefined;
      if (first !== undefined) yield* read(first);
      source.progress(number / pdf.numPages);
      if (number % cleanUpEvery === 0) await pdf.cleanup();
    }
    for (const one of ahead) yield* read(one);
    report(source, counts);
    await reportAttachedFiles(source, pdf);
    if (source.imageHandling === 'PAGE' && pdf.numPages > mostDescribed)
      source.note(pagesLeftOut(pdf.numPages - mostDescribed));
  } finally {
    pictures.close();
    await withPictures.close();
    await pdf.loadingTask.destroy();
  }
};

/** A file with pictures has one of these, because streams are never packed with other objects. */
const marksOfPictures = ['/Subtype/Image', '/Subtype /Image'];

/** A page with fewer characters may consist of a picture and its caption. Pictures on other pages are not decoded. */
const fewCharacters = 1000;

/** Recognises pages without text, and the pictures of pages with little of it, until the limits for the file are reached. */
function createScanReader(source: Source, pictures: PicturePages, counts: Counts) {
  let spentMs = 0;
  const seen = new Set<string>();
  const isOver = (): boolean => counts.confidences.length >= recognition.pages || spentMs > recognition.ms;
  const recognise = async <T>(number: number, use: PictureUse<T>): Promise<T | null> => {
    await source.turn('recognition');
    const since = performance.now();
    const found = await pictures.read(number, use).catch(() => null);
    spentMs += performance.now() - since;
    return found;
  };
  return {
    async ofPage(number: number): Promise<readonly Block[]> {
      if (isOver()) {
        counts.left++;
        return [];
      }
      const found = await recognise(number, recognisePage);
      if (found === null) {
        counts.blank++;
        return [];
      }
      counts.confidences.push(found.confidence);
      return recognisedBlocks(found.text, number);
    },
    async ofPictures(number: number, page: PdfPage): Promise<PlacedPicture[]> {
      const lines = page.parts.flatMap((part) => part.lines);
      const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
      const isText = characters >= fewCharacters || page.parts.some(({ table }) => table !== undefined);
      const isLate = counts.pictures.length >= besideText.pictures || spentMs > besideText.ms;
      if (source.imageHandling !== 'OCR' || isText || page.isTurned || isLate) return [];
      // Text on a picture is that of the picture, where a scan was recognised before.
      const isBare = ({ left, right, bottom, top }: Box): boolean =>
        !lines.some(({ x, y }) => x >= left && x <= right && y >= bottom && y <= top);
      const found = (await recognise(number, recognisePictures(isBare, seen))) ?? [];
      counts.pictures.push(...found.map(({ confidence }) => confidence));
      return found.flatMap(({ text, top }) =>
        recognisedBlocks(text, number).map((block) => ({ top, block })),
      );
    },
  };
}

type PictureUse<T> = (page: PDFPageProxy, patience: Patience) => Promise<T>;

/** A page without text may be a scan. */
const isEmpty = ({ parts, comments }: PdfPage): boolean =>
  comments.length === 0 && parts.every(({ lines, table }) => lines.length === 0 && table === undefined);

async function readPage(pdf: PDFDocumentProxy, number: number): Promise<PdfPage> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const drawn: PdfItem[] = items.flatMap((item) => ('str' in item ? [item] : []));
  const annotations = await page.getAnnotations();
  const vertical = layVertical(drawn);
  const direction = vertical ? 3 : readingDirection(drawn);
  const upright = createUpright(direction);
  const tidy = tidyItems(vertical ?? drawn.map(upright.item));
  const texts = placeFieldValues(tidy, annotations, upright);
  const { tables, forms } = vertical ? noTables : await findTables(page, texts, upright);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page.view;
  const edges = [upright.point(x1, y1), upright.point(x2, y2)].map(([, y]) => y);
  page.cleanup();
  const sides = { top: Math.max(...edges), bottom: Math.min(...edges) };
  return {
    parts: splitPageParts(texts, [...tables, ...forms], sides),
    comments: readComments(annotations),
    ...(direction === 0 ? {} : { isTurned: true as const }),
    ...sides,
  };
}

/** The most attached files that a note names. */
const mostNamed = 10;

/** Names the files inside a PDF, which are not read. */
async function reportAttachedFiles(source: Source, pdf: PDFDocumentProxy): Promise<void> {
  const attached = await pdf.getAttachments().catch(() => null);
  const names = Array.from(attached?.values() ?? [], ({ filename }) => filename);
  if (names.length === 0) return;
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  source.note({
    code: 'documents.attachments_left_out',
    message: `Files attached to this PDF were not read: ${names.slice(0, mostNamed).join(', ')}${more}. Please upload them as well.`,
  });
}

const readPages = (read: number, pages: number): string => {
  if (read === pages) return pages === 1 ? 'The page was' : `All ${pages} pages were`;
  return `${read} of ${pages} pages ${read === 1 ? 'was' : 'were'}`;
};

/** Names what was recognised, such as `1 of 3 pages and 2 pictures were`. */
function nameRecognised(pages: number, all: number, pictures: number): string {
  if (pictures === 0) return readPages(pages, all);
  const some = pictures === 1 ? '1 picture' : `${pictures} pictures`;
  if (pages === 0) return `${some} ${pictures === 1 ? 'was' : 'were'}`;
  return `${pages} of ${all} pages and ${some} were`;
}

function report(source: Source, counts: Counts): void {
  const { pages, blank, broken, confidences, pictures, left } = counts;
  if (broken === pages) throw new DocumentError('documents.corrupt', 'no page can be read');
  if (broken > 0) {
    source.note({
      code: 'documents.pages_unreadable',
      message:
        broken === 1
          ? `1 of ${pages} pages is damaged and was left out.`
          : `${broken} of ${pages} pages are damaged and were left out.`,
    });
  }
  const all = [...confidences, ...pictures];
  if (all.length > 0) {
    const sure = Math.round(all.reduce((sum, one) => sum + one, 0) / all.length);
    source.note({
      code: 'documents.recognised',
      message: `${nameRecognised(confidences.length, pages, pictures.length)} read by text recognition; ${sure} % sure.`,
    });
  }
  if (left > 0) {
    source.note({
      code: 'documents.pages_not_recognised',
      message:
        left === 1
          ? '1 scanned page was left out, because recognising it takes too long. Please split the file.'
          : `${left} scanned pages were left out, because recognising them takes too long. Please split the file.`,
    });
  }
  if (blank > 0 && blank < pages) {
    source.note({
      code: 'documents.pages_without_text',
      message:
        blank === 1
          ? `1 of ${pages} pages holds no text, nor do its pictures.`
          : `${blank} of ${pages} pages hold no text, nor do their pictures.`,
    });
  }
}
