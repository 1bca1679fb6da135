import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DocumentError } from '../document-error.ts';

/** The text in a picture with the confidence of the recognition, 0 to 100. */
export type Recognised = { text: string; confidence: number };

/** German comes first, because English alone reads umlauts as plain letters. */
const languages = ['deu', 'eng'] as const;
const lstmOnly = 1;
/** Below this confidence the letters are guesses at something that is not text. */
const leastConfidence = 40;

type Recogniser = (picture: Uint8Array, orientation: number) => Recognised;

let loaded: Promise<Recogniser> | undefined;

/**
 * Recognises the text in a picture (PNG, JPEG, WebP, GIF or PNM). The engine is WebAssembly with language data from the
 * installed packages: nothing is downloaded or written. `orientation` is EXIF's. Throws `documents.corrupt`.
 */
export async function recognise(picture: Uint8Array, orientation = 1): Promise<Recognised> {
  loaded ??= load();
  return (await loaded)(picture, orientation);
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
  return (picture, orientation) => {
    core.FS.writeFile('/input', picture);
    try {
      if (api.SetImageFile(orientation, 0) === 1) throw new DocumentError('documents.corrupt', 'picture');
      api.Recognize(null);
      const confidence = Math.round(api.MeanTextConf());
      return { text: confidence < leastConfidence ? '' : api.GetUTF8Text().trim(), confidence };
    } finally {
      api.Clear();
      core.FS.unlink('/input');
    }
  };
}
