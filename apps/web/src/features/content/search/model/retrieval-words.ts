import { RetrievalMode, RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';

/** The words of the address that describe a test search, so that a reload or a shared link repeats it. */
export interface RetrievalWords {
  question: string;
  mode: string;
  topK: string;
  threshold: string;
  more: string;
}

const mostRecent = 6;
const separator = '\n';

const numberIn = (word: string, { least, most }: { least: number; most: number }): number | undefined => {
  const value = Number(word);
  return word.trim() === '' || !Number.isFinite(value) || value < least || value > most ? undefined : value;
};

/** All settings except the retriever and the two numbers, as the address stores them. */
const More = RetrievalSettings.pick({
  definition: true,
  graphMode: true,
  rerank: true,
  filter: true,
  options: true,
});
export type MoreSettings = Pick<RetrievalSettings, keyof typeof More.shape>;

export const pickMoreSettings = (settings: RetrievalSettings): MoreSettings => {
  const { definition, graphMode, rerank, filter, options } = settings;
  return { definition, graphMode, rerank, filter, options };
};

const readMore = (word: string, own: RetrievalSettings): MoreSettings => {
  const parsed = More.safeParse(parseJson(word));
  return parsed.success ? parsed.data : pickMoreSettings(own);
};

/** The settings of a test search: those in the address, otherwise those of the knowledge base (RETRIEVE-01, RETRIEVE-02). */
export const parseSettings = (
  words: Omit<RetrievalWords, 'question'>,
  own: RetrievalSettings,
): RetrievalSettings => {
  const mode = RetrievalMode.safeParse(words.mode);
  const topK = numberIn(words.topK, { least: 1, most: 50 });
  return {
    ...readMore(words.more, own),
    mode: mode.success ? mode.data : own.mode,
    topK: topK === undefined ? own.topK : Math.round(topK),
    scoreThreshold: numberIn(words.threshold, { least: 0, most: 1 }) ?? own.scoreThreshold,
  };
};

/** Returns the words for these settings, without those that equal the settings of the knowledge base. */
export const formatSettings = (
  settings: RetrievalSettings,
  own: RetrievalSettings,
): Omit<RetrievalWords, 'question'> => {
  const more = JSON.stringify(pickMoreSettings(settings));
  return {
    mode: settings.mode === own.mode ? '' : settings.mode,
    topK: settings.topK === own.topK ? '' : String(settings.topK),
    threshold: settings.scoreThreshold === own.scoreThreshold ? '' : String(settings.scoreThreshold),
    more: more === JSON.stringify(pickMoreSettings(own)) ? '' : more,
  };
};

export const parseRecent = (word: string): string[] =>
  word.split(separator).filter((each) => each.trim() !== '');

/** Puts this question at the front of the recent ones and removes duplicates. */
export const withRecent = (word: string, question: string): string => {
  const added = question.replaceAll(/\s+/g, ' ').trim();
  const others = parseRecent(word).filter((each) => each !== added);
  return [added, ...others].slice(0, mostRecent).join(separator);
};

export const stageNames = {
  bm25: 'Words',
  vector: 'Meaning',
  summary: 'Summary',
  graph: 'Graph',
  fused: 'Combined',
  recency: 'Newness',
  rerank: 'Rerank',
} as const;
const stageOrder = ['bm25', 'vector', 'summary', 'graph', 'fused', 'recency', 'rerank'] as const;

export interface StageScore {
  id: keyof typeof stageNames;
  label: string;
  score: number;
}

/** Returns the stages that scored the chunk, in the order in which they run. */
export const stageScores = (stages: Record<keyof typeof stageNames, number | null>): StageScore[] =>
  stageOrder.flatMap((id) => {
    const score = stages[id];
    return score === null ? [] : [{ id, label: stageNames[id], score }];
  });

/** Formats a score between 0 and 1 with two decimals, which are enough to tell scores apart. */
export const formatScore = (score: number): string => score.toFixed(2);

/** Formats a duration: "0.4 ms", "38 ms", "1.2 s". */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds >= 10 ? Math.round(milliseconds) : Math.round(milliseconds * 10) / 10} ms`;
};
