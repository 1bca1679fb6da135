/** The part of word-extractor 1.0.4 that is used; the package ships no types. */
declare module 'word-extractor' {
  type WordDocument = {
    getBody(): string;
    getFootnotes(): string;
    getEndnotes(): string;
    getTextboxes(): string;
    /** Headers and footers. */
    getHeaders(): string;
    getAnnotations(): string;
  };
  export default class WordExtractor {
    extract(source: string | Uint8Array): Promise<WordDocument>;
  }
}

/** The functions that turn the characters of Word into text; the reader takes them when it is loaded. */
declare module 'word-extractor/lib/filters.js' {
  const filters: { clean(text: string): string; binaryToUnicode(text: string): string };
  export default filters;
}
