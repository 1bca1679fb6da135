import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import { isRecording } from '@atelier/contracts/content/documents/document-position';
import { secondsOfSize } from '../../models/index.ts';

/** What a document will probably come to. */
export interface Guess {
  pages: number;
  tokens: number;
}

/** A page of print. */
const tokensPerPage = 500;
/** Bytes of a token of plain text. */
const bytesPerToken = 4;

const ofText = (share: number) => (size: number) => Math.ceil((size * share) / bytesPerToken);
const ofPages = (bytesPerPage: number) => (size: number) => Math.ceil(size / bytesPerPage) * tokensPerPage;

/** Tokens by the kind of file. What is mostly markup, packing or picture holds less text than bytes. */
const tokensOf: readonly [RegExp, (size: number) => number][] = [
  [/\.(pdf)$/i, ofPages(60_000)],
  [/\.(docx|doc|odt|rtf|epub)$/i, ofPages(20_000)],
  [/\.(pptx|ppt|odp)$/i, ofPages(80_000)],
  [/\.(xlsx|xls|ods)$/i, ofText(1.5)],
  [/\.(html?|xml)$/i, ofText(0.4)],
  [/\.(png|jpe?g|webp|gif|bmp|svg|tiff?)$/i, () => 300],
];

/** What people say in a minute. */
const tokensPerMinute = 200;

export interface JudgedFile {
  name: string;
  size: number;
  /** Of sound and films, where it is known. */
  seconds?: number | undefined;
}

/** How long sound and films are together. */
export const secondsToHear = (files: readonly JudgedFile[]): number =>
  files
    .filter(({ name }) => isRecording(name))
    .reduce((sum, file) => sum + (file.seconds ?? secondsOfSize(file)), 0);

const picture = /\.(png|jpe?g|webp|gif|bmp|tiff?)$/i;

/** How many pictures a model is shown: pages of PDFs, or about one on every other page; a picture itself is one. */
export const picturesToSee = (files: readonly JudgedFile[], imageHandling: ImageHandling): number =>
  files.reduce((sum, file) => {
    if (imageHandling === 'OCR') return sum;
    if (picture.test(file.name)) return sum + 1;
    if (!/\.(pdf|docx|pptx|odt|odp|epub)$/i.test(file.name)) return sum;
    const { pages } = estimateFile(file);
    const isDrawn = imageHandling === 'PAGE' && /\.pdf$/i.test(file.name);
    return sum + (isDrawn ? pages : Math.ceil(pages / 2));
  }, 0);

/** A document judged by its name and size. */
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

/** Reading, cutting and storing a document, and embedding its chunks. */
const pace = { secondsPerDocument: 0.15, readTokens: 40_000, embedTokens: 15_000 };
/** Seconds of a recording that a model hears in one, and what it takes to describe a picture. */
const modelPace = { heard: 20, perPicture: 6 };

export const secondsOfModels = (heard: number, pictures: number): number =>
  Math.ceil(heard / modelPace.heard + pictures * modelPace.perPicture);

export const secondsOf = (documents: number, tokens: number, isEmbedded: boolean): number =>
  Math.ceil(
    documents * pace.secondsPerDocument +
      tokens / pace.readTokens +
      (isEmbedded ? tokens / pace.embedTokens : 0),
  );
