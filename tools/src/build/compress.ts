import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const textual = /\.(?:js|css|html|svg|json|txt|ttf|wasm)$/;
/** The size in bytes below which compression saves less than the headers of the reply weigh. */
const smallest = 512;

/** The size in bytes above which the last per cent costs more time than a build should take. */
const largestForBest = 300_000;

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && textual.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
};

const compressFile = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  if (bytes.length < smallest) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > largestForBest ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // Scripts are smaller in small blocks.
    [constants.BROTLI_PARAM_LGBLOCK]: 16,
  };
  const [small, compatible] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)]);
};

/** Writes `x.js.br` and `x.js.gz` next to each `x.js` of a front end. The server sends the form that the browser accepts. */
export const compressFiles = async (folder: string): Promise<void> => {
  await Promise.all((await filesIn(folder)).map(compressFile));
};
