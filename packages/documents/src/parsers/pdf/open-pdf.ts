import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { mostPixels } from '../../pictures/limits.ts';
import { connectedPorts } from './pdfjs/connection.ts';
import { useQuickInflate } from './pdfjs/inflate.ts';

/** Number of pages after which pdfjs is asked to free the data that it keeps of earlier ones. */
export const cleanUpEvery = 25;

async function open(bytes: Buffer, maxImageSize: number): Promise<PDFDocumentProxy> {
  const { WorkerMessageHandler } = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const { getDocument, PDFWorker, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const assets = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const [here, there] = connectedPorts();
  WorkerMessageHandler.initializeFromPort(there);
  const connection: object = { port: here, verbosity: VerbosityLevel.ERRORS };
  useQuickInflate();
  return getDocument({
    worker: new PDFWorker(connection),
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    // PDFs in Chinese, Japanese and Korean refer to character maps that the file does not contain.
    cMapUrl: `${join(assets, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(assets, 'standard_fonts')}/`,
    // Without fonts of a browser, pdfjs makes an outline of each letter, which nobody looks at.
    disableFontFace: false,
    useSystemFonts: false,
    useWasm: false,
    // Without WebAssembly, scripts in this folder decode pictures of these kinds.
    wasmUrl: `${join(assets, 'wasm')}/`,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize,
    stopAtErrors: false,
  }).promise;
}

/** Opens a PDF for its texts and lines. Pictures are left out, because decoding them takes longer than all else. */
export const openForText = (bytes: Buffer): Promise<PDFDocumentProxy> => open(bytes, 1);

/** The time that is left to wait for pictures of a file, in milliseconds: one that pdfjs cannot decode may never arrive. */
export type Patience = { ms: number };
const usualMs = 2000;

/** The pages of a file with their pictures. The file is opened when the first page is read. */
export function openForPictures(path: string) {
  let pdf: PDFDocumentProxy | undefined;
  let pages = 0;
  const patience: Patience = { ms: usualMs };
  return {
    async read<T>(number: number, use: (page: PDFPageProxy, patience: Patience) => Promise<T>): Promise<T> {
      pdf ??= await open(await readFile(path), mostPixels);
      const page = await pdf.getPage(number);
      try {
        return await use(page, patience);
      } finally {
        page.cleanup();
        pages++;
        if (pages % cleanUpEvery === 0) await pdf.cleanup();
      }
    },
    async close(): Promise<void> {
      await pdf?.loadingTask.destroy();
    },
  };
}
export type PicturePages = ReturnType<typeof openForPictures>;
