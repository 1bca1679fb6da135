import { DocumentError } from '../../document-error.ts';
import { guardJsonDepth, tryJson } from '../../json-value.ts';
import { readLines } from '../lines.ts';
import type { Parser } from '../source.ts';
import { readTextChunks } from '../text-file.ts';
import { recordRow } from './json-records.ts';

const longestLine = 20_000_000;

/** Parses one JSON record per line as a stream. Broken lines are left out and counted in a note. */
export const parseJsonLines: Parser = async function* (source) {
  const chunks = readTextChunks(source);
  let broken = 0;
  let read = 0;
  let isCut = false;
  for await (const line of readLines(chunks, longestLine)) {
    if (line.trim() === '') continue;
    isCut ||= line.length >= longestLine - 1;
    guardJsonDepth(line);
    const value = tryJson(line);
    if (value.valid) {
      read++;
      yield recordRow(value.data);
    } else broken++;
  }
  if (broken > 0 && read === 0)
    throw new DocumentError(isCut ? 'documents.too_large' : 'documents.corrupt', 'no line is JSON');
  if (broken > 0) {
    source.note({
      code: 'documents.lines_unreadable',
      message: `${broken} of ${broken + read} lines are not valid JSON and were left out.`,
    });
  }
};
