import { analyze, splitSentences } from '@atelier/retrieval/text';

const limits = { characters: 1200, sentences: 6, read: 4000, shortest: 25, longest: 500 };

interface Candidate {
  text: string;
  place: number;
  terms: readonly string[];
}

/** Deduplicates sentences. */
const listCandidates = (text: string): Candidate[] => {
  const sentences = splitSentences(text)
    .map((sentence) => sentence.text.replace(/\s+/g, ' '))
    .filter(({ length }) => length >= limits.shortest && length <= limits.longest);
  return [...new Set(sentences)]
    .slice(0, limits.read)
    .map((sentence, place) => ({ text: sentence, place, terms: [...new Set(analyze(sentence))] }));
};

/** Counts the sentences that contain each word. */
const countTerms = (candidates: readonly Candidate[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { terms } of candidates) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};

/**
 * Chooses the sentences with the most frequent words of the document. A word counts less once a chosen sentence contains
 * it.
 */
const pick = (candidates: readonly Candidate[]): Candidate[] => {
  const weights = countTerms(candidates);
  const score = ({ terms, place }: Candidate): number => {
    const sum = terms.reduce((total, term) => total + Math.log1p(weights.get(term) ?? 0), 0);
    return (sum / Math.sqrt(terms.length + 1)) * (place === 0 ? 1.2 : 1);
  };
  const taken: Candidate[] = [];
  const left = new Set(candidates);
  let characters = 0;
  while (taken.length < limits.sentences && left.size > 0) {
    const [first, ...others] = left;
    if (!first) break;
    const best = others.reduce((one, other) => (score(other) > score(one) ? other : one), first);
    left.delete(best);
    if (characters + best.text.length > limits.characters) break;
    characters += best.text.length;
    taken.push(best);
    for (const term of best.terms) weights.set(term, (weights.get(term) ?? 0) / 4);
  }
  return taken.sort((one, other) => one.place - other.place);
};

/** Summarizes a text with its own sentences, in their order. Empty when the text has no sentence. */
export const extractSentences = (text: string): string => {
  const candidates = listCandidates(text);
  const chosen = pick(candidates).map((candidate) => candidate.text);
  return chosen.length > 0 ? chosen.join(' ') : text.trim().slice(0, limits.characters);
};
