/** pdfjs-dist ships types for its display layer only. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: {
    /** Runs the half of pdfjs that reads files behind a port. */
    initializeFromPort(port: EventTarget): void;
  };
}
