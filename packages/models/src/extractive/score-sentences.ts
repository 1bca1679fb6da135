import { hasShape } from './answer-shape.ts';
import type { IndexedSentence, SentenceIndex } from './index-sentences.ts';
import type { Question } from './question.ts';
import { fitOfRow, namesOfDocuments } from './rows.ts';

export interface ScoredSentence {
  sentence: IndexedSentence;
  score: number;
  /** The cosine of the angle between the meanings of question and sentence, where they were compared. */
  likeness?: number;
  /** Share of the question's words, weighted by rarity, in the sentence and its surroundings. */
  coverage: number;
  /** Share of the words in the sentence itself. */
  ownCoverage: number;
  /** Share of the words in its headings and the name of its document. */
  contextCoverage: number;
  /** Number of the question's words in the sentence and its surroundings. */
  matches: number;
  /** True when the sentence or its surroundings contain every name, number and code of the question. */
  hasKeys: boolean;
  /** Share of these names, numbers and codes that the chunk or its headings contain; 1 when the question has none. */
  keyShare: number;
  /** True for a table row whose label or value occurs in the question, and for a form, which is the only row with its labels. */
  isNamed: boolean;
  /** True for the only row with its labels in a document. */
  isForm: boolean;
  /** False for a row of many values when the question asks for none of its columns: it is on the topic and does not say it. */
  isAsked: boolean;
  /** True when the sentence contains the wanted kind of answer, for example an amount. */
  hasShape: boolean;
  /** The fit of a table row to a question for a figure, from 0 to 1; 0 for prose. */
  fit: number;
}

// Weights of a matching word: as a synonym, in a heading, in the previous sentence, in the surroundings.
const asConcept = 0.7;
const inContext = 0.6;
const inNeighbour = 0.45;
const inChunk = 0.25;

/** The gain of a row that fits a question for a figure entirely. */
const fittingRow = 0.8;

/** The loss of a row whose label has none of the question's words. */
const unaskedLabel = 0.3;

const saturation = 1.2;
const lengthWeight = 0.4;

/** Scores every sentence, best first; equal scores keep the order of the chunks. */
export const scoreSentences = (index: SentenceIndex, question: Question): ScoredSentence[] => {
  const weights = question.terms.map(({ stem, weight }) => weight * index.rarity(stem));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  const byChunk = Map.groupBy(index.sentences, ({ rank }) => rank);
  const chunkStems = new Map(
    [...byChunk].map(([rank, group]) => [rank, new Set(group.flatMap(({ stems }) => [...stems.keys()]))]),
  );
  const names = namesOfDocuments(index, question);
  const likeRows = Map.groupBy(index.sentences, listColumns);
  const scored = index.sentences.map((sentence, at) => {
    const known = (sentence.cells && names.get(sentence.chunk.documentName)) ?? new Set<string>();
    const fit = fitOfRow(sentence, { question, weights, known, has: index.has });
    const before = sentence.order > 0 ? index.sentences[at - 1] : undefined;
    const around = chunkStems.get(sentence.rank) ?? new Set();
    const match = matchTerms({ sentence, before, around, known }, { question, weights, index });
    return {
      sentence,
      score: (match.sum / total) * factorOf(sentence, question) + match.pairs + fittingRow * fit,
      coverage: match.covered / total,
      ownCoverage: match.own / total,
      contextCoverage: match.context / total,
      matches: match.matches,
      hasKeys: hasKeys({ sentence, before, around, known }, question),
      keyShare: computeKeyShare({ sentence, before, around, known }, question),
      isNamed: sentence.cells === undefined || isForm(sentence, likeRows) || isNamed(sentence, question),
      isForm: isForm(sentence, likeRows),
      isAsked: isAsked(sentence, question),
      hasShape: isShaped(sentence, question),
      fit,
    };
  });
  return scored.sort((a, b) => b.score - a.score);
};

const factorOf = (sentence: IndexedSentence, question: Question): number =>
  shapeFactor(sentence, question) * rankFactor(sentence.rank) * labelFactor(sentence, question);

/** Prefers the row `Total assets` to `Total current assets` when only the words of the first were asked for. */
const labelFactor = ({ labelStems }: IndexedSentence, { terms }: Question): number => {
  if (labelStems.size === 0) return 1;
  const asked = terms.filter(({ stem }) => labelStems.has(stem)).length;
  return 1 - unaskedLabel * (1 - asked / labelStems.size);
};

interface SentenceContext {
  sentence: IndexedSentence;
  before: IndexedSentence | undefined;
  around: ReadonlySet<string>;
  /** The words that identify the document of a row. */
  known: ReadonlySet<string>;
}

interface Asked {
  question: Question;
  weights: number[];
  index: SentenceIndex;
}

const matchTerms = (context: SentenceContext, { question, weights, index }: Asked) => {
  const match = { sum: 0, covered: 0, own: 0, context: 0, matches: 0, pairs: 0 };
  const { sentence } = context;
  const relativeLength = sentence.terms.length / index.averageLength;
  const damping = saturation * (1 - lengthWeight + lengthWeight * relativeLength);
  for (const [at, term] of question.terms.entries()) {
    const weight = weights[at] ?? 0;
    const count = sentence.stems.get(term.stem) ?? 0;
    const isConcept = count === 0 && term.concept !== undefined && sentence.concepts.has(term.concept);
    const own = count > 0 ? 1 : isConcept ? asConcept : 0;
    const strength = Math.max(own, surroundings(context, term.stem));
    const occurrences = Math.max(1, count);
    match.sum += weight * strength * ((occurrences * (saturation + 1)) / (occurrences + damping));
    match.covered += weight * strength;
    match.own += weight * own;
    if (sentence.contextStems.has(term.stem)) match.context += weight;
    if (strength > 0) match.matches += 1;
  }
  match.pairs = 0.06 * adjacentPairs(sentence, question);
  return match;
};

/** A row must contain the keys itself; prose may have named its subject in an earlier sentence. */
const hasKeys = ({ sentence, around, known }: SentenceContext, { keys }: Question): boolean =>
  [...keys].every(
    (stem) =>
      sentence.stems.has(stem) ||
      sentence.contextStems.has(stem) ||
      known.has(stem) ||
      (sentence.cells === undefined && around.has(stem)),
  );

const computeKeyShare = ({ sentence, around }: SentenceContext, { keys }: Question): number => {
  if (keys.size === 0) return 1;
  const found = [...keys].filter((stem) => around.has(stem) || sentence.contextStems.has(stem));
  return found.length / keys.size;
};

/** The names of the columns of a row with its document; undefined for prose and for rows without names. */
const listColumns = ({ cells = [], chunk }: IndexedSentence): string | undefined => {
  const isTitled =
    cells[0]?.name === '' && cells.some(({ name, value }) => name !== '' && /\p{L}/u.test(value));
  const names = cells.slice(isTitled ? 1 : 0).map(({ name }) => name);
  return names.length > 1 && names.every((name) => name !== '')
    ? JSON.stringify([chunk.documentName, ...names])
    : undefined;
};

const isForm = (
  sentence: IndexedSentence,
  likeRows: ReadonlyMap<string | undefined, readonly unknown[]>,
): boolean => {
  const columns = listColumns(sentence);
  return columns !== undefined && likeRows.get(columns)?.length === 1;
};

/** A row with more named values is too long to be the answer as a whole. */
const mostUnasked = 3;

const isAsked = ({ cells = [], stems, valueStems, concepts }: IndexedSentence, { terms }: Question) =>
  cells.filter(({ name }) => name !== '').length <= mostUnasked ||
  terms.some(
    ({ stem, concept }) =>
      (stems.has(stem) && !valueStems.has(stem)) || (concept !== undefined && concepts.has(concept)),
  );

const isNamed = ({ valueStems, concepts, cells = [] }: IndexedSentence, { terms }: Question): boolean =>
  terms.some(
    ({ stem, concept }) =>
      valueStems.has(stem) || (cells.length === 1 && concept !== undefined && concepts.has(concept)),
  );

const surroundings = ({ sentence, before, around, known }: SentenceContext, stem: string): number => {
  if (sentence.contextStems.has(stem) || known.has(stem)) return inContext;
  if (before?.stems.has(stem)) return inNeighbour;
  return around.has(stem) ? inChunk : 0;
};

/** Counts the pairs of neighbouring words that the question and the sentence share. */
const adjacentPairs = (sentence: IndexedSentence, question: Question): number => {
  const pairs = new Set(sentence.terms.map(({ stem }, at) => `${stem} ${sentence.terms[at + 1]?.stem}`));
  return question.terms.filter(({ stem }, at) => pairs.has(`${stem} ${question.terms[at + 1]?.stem}`)).length;
};

/**
 * Returns true when the sentence contains the wanted kind of answer. A follow-up that inherits the kind may also be answered by a
 * sentence with all of its own words, if it has several.
 */
const isShaped = (sentence: IndexedSentence, { wanted, saysWhatItWants, terms }: Question): boolean => {
  if (wanted === undefined || hasShape(sentence.text, wanted)) return true;
  const own = terms.filter(({ weight }) => weight === 1);
  return !saysWhatItWants && own.length > 1 && own.every(({ stem }) => sentence.stems.has(stem));
};

const shapeFactor = (sentence: IndexedSentence, question: Question): number => {
  const { wanted, isDefinition, terms } = question;
  const shape = wanted === undefined ? 1 : isShaped(sentence, question) ? 1.25 : 0.75;
  return isDefinition && explains(sentence, terms) ? shape * 1.3 : shape;
};

/** Matches `X is …`, `X means …` and `X: …` where the first words contain the thing that was asked for. */
const explains = (sentence: IndexedSentence, terms: Question['terms']): boolean => {
  const start = sentence.terms.slice(0, terms.length + 1).map(({ stem }) => stem);
  return (
    terms.every(({ stem, weight }) => weight < 1 || start.includes(stem)) &&
    /\b(is|are|was|were|means?|refers? to|denotes?|describes?|ist|sind|est|sont|es|son|è|sono|é|são|zijn)\b|:/i.test(
      sentence.text.slice(0, 120),
    )
  );
};

const rankFactor = (rank: number): number => 1 + 0.2 / (1 + rank);
