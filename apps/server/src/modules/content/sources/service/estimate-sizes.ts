import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import { isRecording } from '@atelier/contracts/content/documents/document-position';
import { transcription } from '../../models/index.ts';

/** The estimated size of a document. */
export interface Guess {
  pages: number;
  tokens: number;
}

/** The tokens of a printed page. */
const tokensPerPage = 500;
/** The bytes per token of plain text. */
const bytesPerToken = 4;

const ofText = (share: number) => (size: number) => Math.ceil((size * share) / bytesPerToken);
const ofPages = (bytesPerPage: number) => (size: number) => Math.ceil(size / bytesPerPage) * tokensPerPage;

/**
 * Estimates the tokens of a file from its extension and size. Files with markup, packaging or pictures hold less text than
 * bytes.
 */
const tokensOf: readonly [RegExp, (size: number) => number][] = [
  [/\.(pdf)$/i, ofPages(60_000)],
  [/\.(docx|doc|odt|rtf|epub)$/i, ofPages(20_000)],
  [/\.(pptx|ppt|odp)$/i, ofPages(80_000)],
  [/\.(xlsx|xls|ods)$/i, ofText(1.5)],
  [/\.(html?|xml)$/i, ofText(0.4)],
  [/\.(png|jpe?g|webp|gif|bmp|svg|tiff?)$/i, () => 300],
];

/** The tokens that are spoken in a minute. */
const tokensPerMinute = 200;

export interface JudgedFile {
  name: string;
  size: number;
  /** The duration of a recording, if known. */
  seconds?: number | undefined;
}

/** Returns the total duration of recordings, in seconds. */
export const secondsToHear = (files: readonly JudgedFile[]): number =>
  files
    .filter(({ name }) => isRecording(name))
    .reduce((sum, file) => sum + (file.seconds ?? transcription.secondsOfSize(file)), 0);

const picture = /\.(png|jpe?g|webp|gif|bmp|tiff?)$/i;

/**
 * Returns the number of pictures that a model is shown: every page of a PDF, or about one per two pages, and each picture
 * file.
 */
export const picturesToSee = (files: readonly JudgedFile[], imageHandling: ImageHandling): number =>
  files.reduce((sum, file) => {
    if (imageHandling === 'OCR') return sum;
    if (picture.test(file.name)) return sum + 1;
    if (!/\.(pdf|docx|pptx|odt|odp|epub)$/i.test(file.name)) return sum;
    const { pages } = estimateFile(file);
    const isDrawn = imageHandling === 'PAGE' && /\.pdf$/i.test(file.name);
    return sum + (isDrawn ? pages : Math.ceil(pages / 2));
  }, 0);

/** Estimates a document from its name and size. */
export const estimateFile = (file: JudgedFile): Guess => {
  const { name, size } = file;
  if (isRecording(name)) {
    const tokens = Math.ceil((secondsToHear([file]) / 60) * tokensPerMinute);
    return { tokens, pages: Math.ceil(tokens / tokensPerPage) };
  }
  const found = tokensOf.find(([ending]) => ending.test(name));
  const tokens = size === 0 ? 0 : (found?.[1] ?? ofText(1))(size);
  return { tokens, pages: Math.max(1, Math.ceil(tokens / tokensPerPage)) };
};

export const addUp = (guesses: readonly Guess[]): Guess =>
  guesses.reduce((sum, { pages, tokens }) => ({ pages: sum.pages + pages, tokens: sum.tokens + tokens }), {
    pages: 0,
    tokens: 0,
  });

/** The seconds per document, and the tokens that are read, split and stored, or embedded, per second. */
const pace = { secondsPerDocument: 0.15, readTokens: 40_000, embedTokens: 15_000 };
/** The seconds of a recording that a model transcribes per second, and the seconds for describing a picture. */
const modelPace = { heard: 20, perPicture: 6 };

export const secondsOfModels = (heard: number, pictures: number): number =>
  Math.ceil(heard / modelPace.heard + pictures * modelPace.perPicture);

export const computeSeconds = (documents: number, tokens: number, isEmbedded: boolean): number =>
  Math.ceil(
    documents * pace.secondsPerDocument +
      tokens / pace.readTokens +
      (isEmbedded ? tokens / pace.embedTokens : 0),
  );
