import type { Chunk } from '../prompts/chunk.ts';
import type { Language } from './languages/languages.ts';
import { type Sentence, splitSentences } from './split-sentences.ts';
import { splitTerms, type Term } from './terms.ts';

/** A sentence with its position and its words. */
export interface IndexedSentence extends Sentence {
  chunk: Chunk;
  /** The index of the chunk, followed by that of the sentence in the chunk, both from 0. */
  rank: number;
  order: number;
  terms: Term[];
  stems: ReadonlyMap<string, number>;
  concepts: ReadonlySet<number>;
  contextStems: ReadonlySet<string>;
  /** The words of the name of its document, and of the headings above its chunk. */
  titleStems: ReadonlySet<string>;
  headingStems: ReadonlySet<string>;
  /** The words of a table row (label and values) without the names of its columns. */
  valueStems: ReadonlySet<string>;
  /** The words of the label of a table row without those of its group; empty for prose. */
  labelStems: ReadonlySet<string>;
  /** The words of the groups of its label: those of `Net sales` in `Net sales: AWS`. */
  groupStems: ReadonlySet<string>;
}

export interface SentenceIndex {
  sentences: IndexedSentence[];
  averageLength: number;
  /** The rarity of a stem among the sentences; an unknown stem counts as if one sentence contained it. */
  rarity: (stem: string) => number;
  /** Returns true when a sentence, or a heading above it, contains the stem. */
  has: (stem: string) => boolean;
}

/** Indexes the sentences of the chunks, in linear time. */
export const indexSentences = (chunks: Chunk[], language: Language): SentenceIndex => {
  const sentences = chunks.flatMap((chunk, rank) => indexChunk(chunk, rank, language));
  const counts = new Map<string, number>();
  for (const { stems, contextStems } of sentences)
    for (const stem of new Set([...stems.keys(), ...contextStems]))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const length = sentences.reduce((sum, { terms }) => sum + terms.length, 0);
  return {
    sentences,
    averageLength: Math.max(1, length / Math.max(1, sentences.length)),
    has: (stem) => counts.has(stem),
    rarity: (stem) => {
      const count = Math.max(1, counts.get(stem) ?? 0);
      return Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5));
    },
  };
};

const indexChunk = (chunk: Chunk, rank: number, language: Language): IndexedSentence[] => {
  const title = chunk.documentName.replace(/\.\w{1,5}$/, '').replace(/[_-]+/g, ' ');
  const stemsIn = (text: string) => new Set(splitTerms(text, language).map(({ stem }) => stem));
  const titleStems = stemsIn(title);
  const headingStems = stemsIn(chunk.heading ?? '');
  // The heading of a chunk is that of its first lines: it belongs to a table, and not to what comes under later headings.
  const ofRows = headingStems.union(titleStems);
  return splitSentences(chunk.text).map((sentence, order) => {
    const terms = splitTerms(sentence.text, language);
    return {
      ...sentence,
      chunk,
      rank,
      order,
      terms,
      stems: countStems(terms),
      concepts: new Set(terms.flatMap(({ concept }) => concept ?? [])),
      contextStems: stemsIn(sentence.context).union(sentence.cells ? ofRows : titleStems),
      titleStems,
      headingStems,
      valueStems: listValueStems(sentence, language),
      labelStems: stemsIn(splitLabel(sentence).at(-1) ?? ''),
      groupStems: stemsIn(splitLabel(sentence).slice(0, -1).join(' ')),
    };
  });
};

const listValueStems = ({ cells = [] }: Sentence, language: Language): ReadonlySet<string> =>
  new Set(cells.flatMap(({ value }) => splitTerms(value, language).map(({ stem }) => stem)));

/** The groups of the label of a row, and the label itself at last. */
const splitLabel = ({ cells: [label] = [] }: Sentence): string[] =>
  label ? [label.name, ...label.value.split(': ')] : [];

const countStems = (terms: Term[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { stem } of terms) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
};
