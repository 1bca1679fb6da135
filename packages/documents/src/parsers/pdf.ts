import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DocumentError } from '../document-error.ts';
import { createPageReader } from './pdf-blocks.ts';
import { type PdfItem, pageLines } from './pdf-lines.ts';
import type { Parser, Source } from './source.ts';

/** Pages after which pdfjs is asked to drop what it keeps of earlier ones. */
const cleanUpEvery = 25;

/** PDF page by page, in the order in which the file draws its text. Pages without text are counted in a note. */
export const parsePdf: Parser = async function* (source) {
  const pdf = await openPdf(await readFile(source.path));
  const read = createPageReader();
  const counts = { pages: pdf.numPages, blank: 0, broken: 0 };
  try {
    if (pdf.numPages === 0) throw new DocumentError('documents.corrupt', 'no pages');
    for (let number = 1; number <= pdf.numPages; number++) {
      const blocks = await readPage(pdf, number).then(
        (page) => read(page, number),
        () => null,
      );
      if (blocks === null) counts.broken++;
      else if (blocks.length === 0) counts.blank++;
      else yield* blocks;
      source.progress(number / pdf.numPages);
      if (number % cleanUpEvery === 0) await pdf.cleanup();
    }
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

async function readPage(pdf: Pdf, number: number) {
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
