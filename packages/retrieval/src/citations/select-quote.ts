import { analyze } from '../analysis/analyze.ts';
import { type ScoredSentence, scoreSentences } from '../text/score-sentences.ts';
import { type Sentence, splitSentences } from '../text/split-sentences.ts';
import { findSpokenRow } from './quote-row.ts';

/** An extract of a chunk: `quote === chunkText.slice(start, end)`. */
export type Quote = { quote: string; start: number; end: number };

const longestQuote = 300;
/** Longest table row, in characters, that is quoted whole. */
const longestRow = 1200;
/** Terms of the answer's sentence weigh more than terms of the query, because the quote has to support the sentence that cites it. */
const answerWeight = 2;
/** A neighbouring sentence joins the quote when it adds at least this share of the best sentence's score. */
const worthJoining = 0.25;

/**
 * Returns the extract of a chunk that best supports an answer: whole sentences, at most 300 characters. Sentences are scored by
 * the terms that they share with the query and the answer's sentence; terms that are rare in the chunk weigh more. Without any
 * shared term, the beginning of the chunk is returned. A table row that the answer mentions is quoted whole.
 */
export function selectQuote(query: string, chunkText: string, answerSentence?: string): Quote {
  const row = answerSentence === undefined ? undefined : findSpokenRow(chunkText, answerSentence);
  if (row !== undefined && row.end - row.start <= longestRow)
    return { quote: chunkText.slice(row.start, row.end), ...row };
  const sentences = splitSentences(chunkText).flatMap((sentence) => fitSentence(sentence, chunkText));
  const scored = scoreSentences(sentences, weighWords(query, answerSentence));
  let best = 0;
  scored.forEach((sentence, index) => {
    if (sentence.score > (scored[best]?.score ?? 0)) best = index;
  });
  const { first, last } = extend(scored, best);
  const start = scored[first]?.start ?? 0;
  const end = scored[last]?.end ?? 0;
  return { quote: chunkText.slice(start, end), start, end };
}

function weighWords(query: string, answerSentence: string | undefined): Map<string, number> {
  const wanted = new Map<string, number>();
  const want = (text: string, weight: number) => {
    for (const term of new Set(analyze(text))) wanted.set(term, (wanted.get(term) ?? 0) + weight);
  };
  want(query, 1);
  if (answerSentence !== undefined) want(answerSentence, answerWeight);
  return wanted;
}

/** Adds the better neighbouring sentence repeatedly, while it adds enough and the quote stays short enough. */
function extend(sentences: readonly ScoredSentence[], best: number): { first: number; last: number } {
  let first = best;
  let last = best;
  const needed = (sentences[best]?.score ?? 0) * worthJoining;
  const gain = (index: number) => {
    const sentence = sentences[index];
    if (sentence === undefined || sentence.score === 0 || sentence.score < needed) return 0;
    const start = Math.min(sentence.start, sentences[first]?.start ?? 0);
    const end = Math.max(sentence.end, sentences[last]?.end ?? 0);
    return end - start <= longestQuote ? sentence.score : 0;
  };
  for (;;) {
    const before = gain(first - 1);
    const after = gain(last + 1);
    if (before === 0 && after === 0) return { first, last };
    if (after >= before) last += 1;
    else first -= 1;
  }
}

/** Splits a sentence that is too long between words. */
function fitSentence(sentence: Sentence, source: string): Sentence[] {
  const pieces: Sentence[] = [];
  let start = sentence.start;
  while (sentence.end - start > longestQuote) {
    const window = source.slice(start, start + longestQuote);
    const space = window.search(/\s\S*$/);
    const length = space > longestQuote / 3 ? space : window.length - (endsInHighSurrogate(window) ? 1 : 0);
    pieces.push({ text: source.slice(start, start + length), start, end: start + length });
    start += length;
    while (/\s/.test(source.charAt(start))) start += 1;
  }
  pieces.push({ text: source.slice(start, sentence.end), start, end: sentence.end });
  return pieces;
}

function endsInHighSurrogate(text: string): boolean {
  return /[\ud800-\udbff]$/.test(text);
}
