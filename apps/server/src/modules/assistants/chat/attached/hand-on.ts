import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AskedFile, Writing } from '../../apps/declarations.ts';
import { stopwatch } from '../stopwatch.ts';
import { fileRepository } from './repository.ts';
import { searchFile } from './search-file.ts';

/** The most characters of a file that an agent reads with one question, and that a flow gets. */
const mostRead = 40_000;
const mostGiven = 200_000;
/** The passages with the words of the question that come first. */
const foremost = 20;

const fitting = (hits: readonly RetrievalResult[]): RetrievalResult[] => {
  let length = 0;
  return hits.filter(({ text }) => {
    length += text.length;
    return length <= mostRead;
  });
};

/**
 * Returns the passages of an attached file for an answer that is written elsewhere: those with the words of the question first, then the
 * others in the order of the file, as many as can be read.
 */
export const findPassages = async (
  writing: Writing,
  file: AskedFile,
  query: string,
): Promise<RetrievalResult[]> => {
  const elapsed = stopwatch();
  const hits = await searchFile(writing, file, { query, topK: foremost, withRest: true });
  const read = fitting(hits);
  writing.trace({
    ...{ kind: 'SEARCH', durationMs: elapsed(), query, retriever: 'FILE', found: hits.length },
    passages: read.map(({ chunkId, text, score, stages, document }, at) => ({
      ...{ index: at + 1, chunkId, text, score, stages, document },
    })),
  });
  return read;
};

/** Returns the name of an attached file and the beginning of its text. Throws `chat.file_not_found`. */
export const readBeginning = async (
  { ctx }: Pick<Writing, 'ctx'>,
  { fileId, name }: AskedFile,
): Promise<{ name: string; text: string }> => {
  const row = await ctx.tx(({ db }) => fileRepository.find(db, fileId));
  return { name, text: (row ?? fail('chat.file_not_found')).content.slice(0, mostGiven) };
};
