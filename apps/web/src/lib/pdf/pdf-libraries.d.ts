/** Types for the used parts of two modules that have none of their own. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): { hasGlyphForCodePoint(codePoint: number): boolean };
}

declare module 'pdfkit/output' {
  /** Resolves with the whole file once the document has ended. */
  export function toBytes(document: PDFKit.PDFDocument): Promise<Uint8Array>;
}
