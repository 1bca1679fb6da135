import { datedWeights, documentWeight, inField, isYear } from './document-field.ts';
import type { PostingsStore } from './postings-store.ts';

/** Okapi BM25 with its usual constants (Robertson & Zaragoza 2009, The Probabilistic Relevance Framework). */
export const bm25 = { k1: 1.2, b: 0.75 } as const;

/** A longer query (for example a pasted page) is reduced to its rarest terms, so that its cost is bounded. */
const mostQueryTerms = 64;

/** A term of the query; one of the field counts wholly in each chunk of its documents. */
type WeightedTerm = { term: string; weight: number; repeat: number; isField: boolean };

const computeRarity = (frequency: number, documents: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/**
 * Returns `idf × (k1 + 1) × repeats` per known term of the text, `idf × documentWeight` per term that names documents, and the highest
 * possible score of the query. A name that the texts often contain, such as the first word of a sentence, is no rarer than there. The rarity
 * of a term that no chunk contains is unknown; in the highest score it counts as much as the average known term.
 */
export function weighQuery(terms: readonly string[], store: PostingsStore, documents: number) {
  const repeats = new Map<string, number>();
  for (const term of terms) repeats.set(term, (repeats.get(term) ?? 0) + 1);
  const known: WeightedTerm[] = [];
  const naming: WeightedTerm[] = [];
  const isDated = [...repeats.keys()].some(
    (term) => isYear(term) && store.documentFrequency(inField(term)) > 0,
  );
  const weights = isDated ? datedWeights : { inField: documentWeight, inText: 1 };
  for (const [term, repeat] of repeats) {
    const frequency = store.documentFrequency(term);
    const named = inField(term);
    const namedIn = store.documentFrequency(named);
    if (frequency > 0) {
      const share = namedIn > 0 ? weights.inText : 1;
      const weight = computeRarity(frequency, documents) * (bm25.k1 + 1) * repeat * share;
      known.push({ term, repeat, weight, isField: false });
    }
    if (namedIn > 0)
      naming.push({
        term: named,
        repeat,
        weight: computeRarity(Math.max(namedIn, frequency), documents) * weights.inField,
        isField: true,
      });
  }
  const used = heaviest(known);
  const names = heaviest(naming);
  const weight = used.reduce((sum, term) => sum + term.weight, 0);
  const nameWeight = names.reduce((sum, term) => sum + term.weight, 0);
  const knownTerms = known.reduce((sum, term) => sum + term.repeat, 0);
  const ceiling = (weight === 0 ? 0 : weight * (terms.length / knownTerms)) + nameWeight;
  return { terms: [...used, ...names], ceiling: ceiling === 0 ? 1 : ceiling };
}

const heaviest = (terms: WeightedTerm[]): WeightedTerm[] =>
  terms.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1)).slice(0, mostQueryTerms);
