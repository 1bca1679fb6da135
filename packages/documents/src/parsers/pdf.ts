import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DocumentError } from '../document-error.ts';
import { PageReader, type PdfPage } from './pdf-blocks.ts';
import { type PdfItem, pageLines } from './pdf-lines.ts';
import type { Parser, Source } from './source.ts';

/** Pages after which pdfjs is asked to drop what it keeps of earlier ones. */
const cleanUpEvery = 25;
/** Pages that are looked at before the first one is read: covers and contents do not show the size of body text. */
const lookAhead = 6;

/** PDF page by page, in the order in which the file draws its text. Pages without text are counted in a note. */
export const parsePdf: Parser = async function* (source) {
  const pdf = await openPdf(await readFile(source.path));
  const reader = new PageReader();
  const counts = { pages: pdf.numPages, blank: 0, broken: 0 };
  const ahead: { page: PdfPage; number: number }[] = [];
  try {
    if (pdf.numPages === 0) throw new DocumentError('documents.corrupt', 'no pages');
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await readPage(pdf, number).catch(() => null);
      if (page === null) counts.broken++;
      else if (page.lines.length === 0) counts.blank++;
      else {
        reader.learn(page);
        ahead.push({ page, number });
      }
      const first = ahead.length > lookAhead ? ahead.shift() : undefined;
      if (first !== undefined) yield* reader.read(first.page, first.number);
      source.progress(number / pdf.numPages);
      if (number % cleanUpEvery === 0) await pdf.cleanup();
    }
    for (const { page, number } of ahead) yield* reader.read(page, number);
    report(source, counts);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function openPdf(bytes: Buffer) {
  // With the worker's code in this global, pdfjs runs it in this process and looks for no file of its own.
  const worker = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.assign(globalThis, { pdfjsWorker: worker });
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const assets = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    // Chinese, Japanese and Korean PDFs name character maps that the file does not contain.
    cMapUrl: `${join(assets, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(assets, 'standard_fonts')}/`,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
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

function report(source: Source, counts: { pages: number; blank: number; broken: number }): void {
  if (counts.broken === counts.pages) throw new DocumentError('documents.corrupt', 'no page can be read');
  if (counts.broken > 0) {
    source.note({
      code: 'documents.pages_unreadable',
      message: `${counts.broken} of ${counts.pages} pages are damaged and were left out.`,
    });
  }
  if (counts.blank > 0 && counts.blank < counts.pages) {
    source.note({
      code: 'documents.pages_without_text',
      message: `${counts.blank} of ${counts.pages} pages hold no text; they may be scans.`,
    });
  }
}
