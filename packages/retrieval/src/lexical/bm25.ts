import type { PostingsStore } from './postings-store.ts';

/** Okapi BM25 with its usual constants (Robertson & Zaragoza 2009, The Probabilistic Relevance Framework). */
export const bm25 = { k1: 1.2, b: 0.75 } as const;

/** A longer query (for example a pasted page) is reduced to its rarest terms, so that its cost is bounded. */
const mostQueryTerms = 64;

/**
 * Returns `idf × (k1 + 1) × repeats` per known term, and the highest possible score of the query. The rarity of a term that no
 * chunk contains is unknown; in the highest score it counts as much as the average known term.
 */
export function weighQuery(terms: readonly string[], store: PostingsStore, documents: number) {
  const repeats = new Map<string, number>();
  for (const term of terms) repeats.set(term, (repeats.get(term) ?? 0) + 1);
  const known: Array<{ term: string; weight: number; repeat: number }> = [];
  for (const [term, repeat] of repeats) {
    const frequency = store.documentFrequency(term);
    if (frequency === 0) continue;
    const idf = Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
    known.push({ term, repeat, weight: idf * (bm25.k1 + 1) * repeat });
  }
  known.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  const used = known.slice(0, mostQueryTerms);
  const weight = used.reduce((sum, term) => sum + term.weight, 0);
  const knownTerms = known.reduce((sum, term) => sum + term.repeat, 0);
  return { terms: used, ceiling: weight === 0 ? 1 : weight * (terms.length / knownTerms) };
}
