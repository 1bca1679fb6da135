import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { rerankByWords } from '@atelier/retrieval';
import type { DocumentPassage } from '../../documents/index.ts';

/** Tokens of a document that a model is shown. */
export const mostTokens = 6000;
const perColumn = 4;
const fromTheStart = 2;

/** A short document whole; of a long one its beginning and what fits each column's words best. In the order of the text. */
export const choosePassages = (
  passages: readonly DocumentPassage[],
  columns: readonly Column[],
): DocumentPassage[] => {
  const total = passages.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= mostTokens) return [...passages];
  const lists = columns.map(({ name, instruction, choices }) =>
    rerankByWords([name, instruction, ...choices].join(' '), passages).slice(0, perColumn),
  );
  const wanted = passages.slice(0, fromTheStart).map(({ id }) => id);
  for (let place = 0; place < perColumn; place += 1)
    for (const list of lists) {
      const hit = list[place];
      if (hit) wanted.push(hit.id);
    }
  let rest = mostTokens;
  const chosen = new Set<string>();
  for (const id of wanted) {
    const tokens = passages.find((passage) => passage.id === id)?.tokens ?? 0;
    if (chosen.has(id) || tokens > rest) continue;
    rest -= tokens;
    chosen.add(id);
  }
  return passages.filter(({ id }) => chosen.has(id));
};
