import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DocumentError } from '../document-error.ts';
import { pictureSize } from './picture-size.ts';

/** The text in a picture with the confidence of the recognition, 0 to 100. */
export type Recognised = { text: string; confidence: number };

/** German comes first, because English alone reads umlauts as plain letters. */
const languages = ['deu', 'eng'] as const;
const lstmOnly = 1;
/** Below this confidence the letters are guesses at something that is not text. */
const leastConfidence = 40;
/** Below this confidence a picture is also tried in the other directions. */
const sure = 75;
/** Guesses have hardly any words: less than this share of their letters stands in words of at least three. */
const inWords = 0.5;
/** Lines that lean by less than the first are straight, and by more than the second no lines, in radians. */
const lean = { least: 0.005, most: 0.3 };
/** The directions of a picture by EXIF's numbers, each a quarter further, as it is taken and mirrored. */
const directions = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
] as const;

/** Returns an orientation with the others in the order in which they are tried: sideways before upside down. */
function otherDirections(orientation: number): number[] {
  const turns: readonly number[] =
    directions.find((each) => each.some((one) => one === orientation)) ?? directions[0];
  const at = turns.indexOf(orientation);
  return [1, 3, 2].map((quarters) => turns[(at + quarters) % 4] ?? 1);
}

/** Returns true for a text most of whose letters stand in words. */
function hasWords(text: string): boolean {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const letters = text.match(/\p{L}/gu) ?? [];
  return words.join('').length >= inWords * letters.length;
}

/** A picture with less text than this is not tried in other directions. */
const leastText = 10;

/** Recognises a picture in the direction in which it is surest. A text that is unsure in all and has no words is none. */
function recogniseUpright(recogniseIn: Recogniser, picture: Uint8Array, orientation: number): Recognised {
  const first = recogniseIn(picture, orientation);
  if (first.confidence >= sure || first.text.length < leastText) return withoutGuesses(first);
  for (const other of otherDirections(orientation)) {
    const tried = recogniseIn(picture, other, findMiddle(picture, other));
    if (tried.confidence < Math.max(sure, first.confidence) || tried.text.length < leastText) continue;
    const found = recogniseIn(picture, other);
    if (found.confidence > first.confidence) return withoutGuesses(found);
  }
  return withoutGuesses(first);
}

/** Of a picture with more pixels, only the middle is tried, because guesses at what is no text take long. */
const mostTried = 500_000;

/** Returns the middle of a picture that is turned, with half of its width and height; undefined where all of it is tried. */
function findMiddle(picture: Uint8Array, orientation: number): Box | undefined {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const [, across, down] = /^P[56]\n(\d+) (\d+)/.exec(bytes.toString('latin1', 0, 40)) ?? [];
  const size = across && down ? { width: Number(across), height: Number(down) } : pictureSize(bytes);
  if (size === null || size.width * size.height <= mostTried) return undefined;
  const [width, height] = orientation >= 5 ? [size.height, size.width] : [size.width, size.height];
  const [left, top] = [Math.floor(width / 4), Math.floor(height / 4)];
  return [left, top, 2 * left, 2 * top];
}

const withoutGuesses = ({ text, confidence }: Recognised): Recognised => {
  const isText = confidence >= sure || (confidence >= leastConfidence && hasWords(text));
  return { text: isText ? text : '', confidence };
};

type Box = [left: number, top: number, width: number, height: number];
type Recogniser = (picture: Uint8Array, orientation: number, part?: Box) => Recognised;

let loaded: Promise<Recogniser> | undefined;

/**
 * Recognises the text in a picture (PNG, JPEG, WebP, GIF or PNM). The engine is WebAssembly with language data from the
 * installed packages: nothing is downloaded or written. `orientation` is EXIF's; scans that lie on a side or lean a little are turned. Throws `documents.corrupt`.
 */
export async function recognise(picture: Uint8Array, orientation = 1): Promise<Recognised> {
  loaded ??= load();
  return recogniseUpright(await loaded, picture, orientation);
}

async function load(): Promise<Recogniser> {
  const { default: loadCore } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  const core = await loadCore({ print() {}, printErr() {} });
  const { resolve } = createRequire(import.meta.url);
  for (const language of languages) {
    const path = resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
    core.FS.writeFile(`./${language}.traineddata`, await promisify(gunzip)(await readFile(path)));
  }
  const api = new core.TessBaseAPI();
  if (api.Init(null, languages.join('+'), lstmOnly) !== 0) throw new Error('Text recognition did not start.');
  return (picture, orientation, part) => {
    core.FS.writeFile('/input', picture);
    try {
      if (api.SetImageFile(orientation, 0) === 1) throw new DocumentError('documents.corrupt', 'picture');
      if (part) api.SetRectangle(...part);
      api.FindLines();
      const angle = api.GetGradient();
      const isLeaning = Math.abs(angle) >= lean.least && Math.abs(angle) <= lean.most;
      if (isLeaning && !part) api.SetImageFile(orientation, angle);
      api.Recognize(null);
      return { text: api.GetUTF8Text().trim(), confidence: Math.round(api.MeanTextConf()) };
    } finally {
      api.Clear();
      core.FS.unlink('/input');
    }
  };
}
