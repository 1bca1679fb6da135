import { analyze, splitSentences } from '@atelier/retrieval/text';
import { diffLines, diffWordsWithSpace } from 'diff';
import { defineComputation } from '../../../kernel/compute/computation.ts';

export interface Difference {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * Time limits in milliseconds for comparing lines, the words of one pair of lines, and all pairs. The time grows with the
 * number of differences, and the thread does nothing else meanwhile.
 */
const limits = { linesMs: 500, pairMs: 20, pairsMs: 300, pairCharacters: 4000 };

interface Change {
  value: string;
  added: boolean;
  removed: boolean;
}

const toDifference = ({ value, added, removed }: Change): Difference => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

/** Returns the words in which a rewritten line differs, or undefined when showing the whole line is clearer. */
const refine = (before: Change, after: Change): Difference[] | undefined => {
  if (before.value.length + after.value.length > limits.pairCharacters) return undefined;
  const words = diffWordsWithSpace(before.value, after.value, { timeout: limits.pairMs });
  if (!words) return undefined;
  const same = words.filter(({ added, removed }) => !added && !removed);
  const kept = same.reduce((sum, { value }) => sum + value.length, 0);
  return kept * 2 < before.value.length ? undefined : words.map(toDifference);
};

/** Compares two texts by lines, and rewritten lines by words. Returns null when that takes too long. */
export const compareTexts = (before: string, after: string): Difference[] | null => {
  const changes = diffLines(before, after, { timeout: limits.linesMs });
  if (!changes) return null;
  const pieces: Difference[] = [];
  const until = performance.now() + limits.pairsMs;
  for (let at = 0; at < changes.length; at++) {
    const [change, next] = [changes[at], changes[at + 1]];
    if (!change) break;
    const isPair = change.removed && next?.added === true && performance.now() < until;
    const words = isPair ? refine(change, next) : undefined;
    if (words) {
      pieces.push(...words);
      at += 1;
    } else pieces.push(toDifference(change));
  }
  return pieces;
};

const summaryLimits = { characters: 1200, sentences: 6, read: 4000, shortest: 25, longest: 500 };

interface Candidate {
  text: string;
  place: number;
  terms: readonly string[];
}

/** Deduplicates sentences. */
const listCandidates = (text: string): Candidate[] => {
  const sentences = splitSentences(text)
    .map((sentence) => sentence.text.replace(/\s+/g, ' '))
    .filter(({ length }) => length >= summaryLimits.shortest && length <= summaryLimits.longest);
  return [...new Set(sentences)]
    .slice(0, summaryLimits.read)
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
  while (taken.length < summaryLimits.sentences && left.size > 0) {
    const [first, ...others] = left;
    if (!first) break;
    const best = others.reduce((one, other) => (score(other) > score(one) ? other : one), first);
    left.delete(best);
    if (characters + best.text.length > summaryLimits.characters) break;
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
  return chosen.length > 0 ? chosen.join(' ') : text.trim().slice(0, summaryLimits.characters);
};

/** Ten times the time that the largest input takes on an idle machine. */
const deadlineMs = 10_000;

/** Summarizes a document with its own sentences. */
export const ownSummary = defineComputation({
  name: 'knowledge.own-summary',
  deadlineMs,
  compute: (text: string): string => extractSentences(text),
});

/** Compares two texts. */
export const difference = defineComputation({
  name: 'knowledge.difference',
  deadlineMs,
  compute: ({ before, after }: { before: string; after: string }): Difference[] | null =>
    compareTexts(before, after),
});
