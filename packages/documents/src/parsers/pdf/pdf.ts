import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Block } from '../../block.ts';
import { DocumentError } from '../../document-error.ts';
import { mostDescribed, mostPixels, pagesLeftOut } from '../../pictures/limits.ts';
import { recognisedBlocks } from '../image.ts';
import type { Parser, Source } from '../source.ts';
import { PageReader, type PdfPage, type PlacedPicture } from './pdf-blocks.ts';
import { type PdfItem, pageLines } from './pdf-lines.ts';
import { createPictureReader } from './pdf-pictures.ts';
import { recognisePage } from './pdf-scan.ts';

/** Number of pages after which pdfjs is asked to free the data that it keeps of earlier ones. */
const cleanUpEvery = 25;
/** Number of pages to examine before the first one is read, because covers and contents do not show the size of body text. */
const lookAhead = 6;

/** The most scanned pages of one file that are recognised, and the longest time for them. A note tells about the rest. */
const recognition = { pages: 200, ms: 200_000 };

type Ahead =
  | { number: number; page: PdfPage; pictures: readonly PlacedPicture[] }
  | { number: number; blocks: readonly Block[] };
type Counts = { pages: number; blank: number; broken: number; confidences: number[]; left: number };

/**
 * Reads a PDF page by page, in the order in which the file draws its text. Pages without text are recognised, within limits.
 */
export const parsePdf: Parser = async function* (source) {
  const pdf = await openPdf(await readFile(source.path));
  const reader = new PageReader();
  const counts: Counts = { pages: pdf.numPages, blank: 0, broken: 0, confidences: [], left: 0 };
  const scans = createScanReader(source, pdf, counts);
  const ahead: Ahead[] = [];
  const read = (one: Ahead) =>
    'blocks' in one ? one.blocks : reader.read(one.page, one.number, one.pictures);
  const pictures = createPictureReader(source, pdf);
  /** Returns an empty list for a damaged page. */
  const look = async (number: number): Promise<Ahead[]> => {
    const drawn = await pictures.drawPage(number);
    if (drawn !== null) return [{ number, blocks: [drawn] }];
    const page = await readPage(pdf, number).catch(() => null);
    if (page === null) {
      counts.broken++;
      return [];
    }
    if (page.lines.length === 0)
      return [{ number, blocks: (await pictures.ofScan(number)) ?? (await scans(number)) }];
    reader.learn(page);
    return [{ page, number, pictures: await pictures.ofPage(number) }];
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
    if (source.imageHandling === 'PAGE' && pdf.numPages > mostDescribed)
      source.note(pagesLeftOut(pdf.numPages - mostDescribed));
  } finally {
    pictures.close();
    await pdf.loadingTask.destroy();
  }
};

/** Recognises pages without text until the limits for the file are reached. */
function createScanReader(source: Source, pdf: Pdf, counts: Counts) {
  let spentMs = 0;
  return async (number: number): Promise<readonly Block[]> => {
    if (counts.confidences.length >= recognition.pages || spentMs > recognition.ms) {
      counts.left++;
      return [];
    }
    await source.turn('recognition');
    const since = performance.now();
    const page = await pdf.getPage(number);
    const found = await recognisePage(page).catch(() => null);
    page.cleanup();
    spentMs += performance.now() - since;
    if (found === null) {
      counts.blank++;
      return [];
    }
    counts.confidences.push(found.confidence);
    return recognisedBlocks(found.text, number);
  };
}

async function openPdf(bytes: Buffer) {
  // If this global holds the worker's code, pdfjs runs it in this process instead of loading a file.
  const worker = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.assign(globalThis, { pdfjsWorker: worker });
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const assets = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    // PDFs in Chinese, Japanese and Korean refer to character maps that the file does not contain.
    cMapUrl: `${join(assets, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(assets, 'standard_fonts')}/`,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    // Without WebAssembly, scripts in this folder decode pictures of these kinds.
    wasmUrl: `${join(assets, 'wasm')}/`,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: mostPixels,
    stopAtErrors: false,
  }).promise;
}

type Pdf = Awaited<ReturnType<typeof openPdf>>;

async function readPage(pdf: Pdf, number: number): Promise<PdfPage> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const [, bottom = 0, , top = 0] = page.view;
  page.cleanup();
  const texts: PdfItem[] = items.flatMap((item) => ('str' in item ? [item] : []));
  return { lines: pageLines(texts), top, bottom };
}

const readPages = (read: number, pages: number): string => {
  if (read === pages) return pages === 1 ? 'The page was' : `All ${pages} pages were`;
  return `${read} of ${pages} pages ${read === 1 ? 'was' : 'were'}`;
};

function report(source: Source, { pages, blank, broken, confidences, left }: Counts): void {
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
  if (confidences.length > 0) {
    const sure = Math.round(confidences.reduce((sum, one) => sum + one, 0) / confidences.length);
    source.note({
      code: 'documents.recognised',
      message: `${readPages(confidences.length, pages)} read by text recognition; ${sure} % sure.`,
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
