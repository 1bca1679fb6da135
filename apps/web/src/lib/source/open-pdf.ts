import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the address of the file, which the build gives
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Size of one range request. One page of a long document needs a few of them, never the whole file. */
const rangeBytes = 128 * 1024;

export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

class Ranges extends PDFDataRangeTransport {
  readonly #read: ReadRange;
  readonly #onFailure: (cause: unknown) => void;

  constructor(bytes: number, read: ReadRange, onFailure: (cause: unknown) => void) {
    super(bytes, null);
    this.#read = read;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#read(begin, end - 1).then((data) => this.onDataRange(begin, data), this.#onFailure);
  }
}

/**
 * Opens a PDF by reading only the ranges that the visible page needs. Rejects when a range cannot be read; `close` frees the
 * worker.
 */
export const openPdf = (
  bytes: number,
  read: ReadRange,
): { opened: Promise<PDFDocumentProxy>; close: () => void } => {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const task = getDocument({
    range: new Ranges(bytes, read, reject),
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    // The content security policy of our pages does not allow WebAssembly.
    useWasm: false,
  });
  return { opened: Promise.race([task.promise, broken]), close: () => void task.destroy() };
};
