import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { rerankByWords } from '@atelier/retrieval/ranking';
import type { DocumentChunk } from '../repository/cells.ts';

/** The most tokens of a document that a model is shown. */
export const mostTokens = 6000;
const perColumn = 4;
const fromTheStart = 2;

/**
 * Returns all chunks of a short document. Of a long one, returns the first chunks and those that match the words of each
 * column best, in the order of the text.
 */
export const chooseChunks = (
  chunks: readonly DocumentChunk[],
  columns: readonly Column[],
): DocumentChunk[] => {
  const total = chunks.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= mostTokens) return [...chunks];
  const lists = columns.map(({ name, instruction, choices }) =>
    rerankByWords([name, instruction, ...choices].join(' '), chunks).slice(0, perColumn),
  );
  const wanted = chunks.slice(0, fromTheStart).map(({ id }) => id);
  for (let rank = 0; rank < perColumn; rank += 1)
    for (const list of lists) {
      const hit = list[rank];
      if (hit) wanted.push(hit.id);
    }
  let rest = mostTokens;
  const chosen = new Set<string>();
  for (const id of wanted) {
    const tokens = chunks.find((chunk) => chunk.id === id)?.tokens ?? 0;
    if (chosen.has(id) || tokens > rest) continue;
    rest -= tokens;
    chosen.add(id);
  }
  return chunks.filter(({ id }) => chosen.has(id));
};
