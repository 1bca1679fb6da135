import { guardJsonDepth, tryJson } from '../../json-value.ts';
import type { Parser } from '../source.ts';
import { parseText } from '../text.ts';
import { readText } from '../text-file.ts';
import { parseJsonLines } from './json-lines.ts';
import { jsonBlocks } from './json-records.ts';

/** Parses JSON. A file with one record per line is read as JSON lines, and a file that is not JSON as text. */
export const parseJson: Parser = async function* (source) {
  const text = await readText({ ...source, progress: () => {} });
  guardJsonDepth(text);
  const value = tryJson(text);
  if (value.valid) {
    source.progress(0.5);
    yield* jsonBlocks(value.data);
    return;
  }
  if (looksLikeLines(text)) {
    yield* parseJsonLines(source);
    return;
  }
  source.note({
    code: 'documents.read_as',
    message: 'The content is not valid JSON. It was read as plain text.',
  });
  yield* parseText(source);
};

function looksLikeLines(text: string): boolean {
  const [first, second] = text.split('\n', 40).filter((line) => line.trim() !== '');
  return first !== undefined && second !== undefined && tryJson(first).valid && tryJson(second).valid;
}
