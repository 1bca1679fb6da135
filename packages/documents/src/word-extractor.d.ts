/** The part of word-extractor 1.0.4 that is used; the package ships no types. */
declare module 'word-extractor' {
  type WordDocument = {
    getBody(): string;
    getFootnotes(): string;
    getEndnotes(): string;
    getTextboxes(): string;
  };
  export default class WordExtractor {
    extract(source: string | Uint8Array): Promise<WordDocument>;
  }
}
