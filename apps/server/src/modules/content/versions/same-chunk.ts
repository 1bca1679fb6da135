import type { ExpectedChunk } from '@atelier/contracts/content/retrieval/retrieval-records';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { hasText } from '@atelier/contracts/fields/find-text';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const runLength = 3;
const leastShared = 0.5;

/** Returns all sequences of three words; a shorter text is one sequence. */
const runsOf = (text: string): Set<string> => {
  const words = wordsOf(text);
  const size = Math.min(runLength, words.length);
  const runs = words.slice(0, Math.max(0, words.length - size + 1));
  return new Set(runs.map((_, at) => words.slice(at, at + size).join(' ')));
};

/**
 * Returns whether a result is the expected chunk. Another version splits at other offsets, so a result counts if either chunk contains half
 * of the other's word sequences.
 */
export const isSameChunk = (
  { document, text }: Pick<RetrievalResult, 'text' | 'document'>,
  expected: ExpectedChunk,
): boolean => {
  if (expected.knowledgeBaseImportId !== document.knowledgeBaseImportId) return false;
  if (expected.text === '') return true;
  if (hasText(text.toLowerCase(), expected.text.toLowerCase())) return true;
  const [wanted, got] = [runsOf(expected.text), runsOf(text)];
  const shared = wanted.intersection(got).size;
  const smaller = Math.min(wanted.size, got.size);
  return smaller > 0 && shared / smaller >= leastShared;
};
