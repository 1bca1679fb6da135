import { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { z } from 'zod';
import type { UsedMode } from './rank.ts';

/** Settings as somebody stored them, perhaps before there were as many. */
export type StoredSettings = z.input<typeof RetrievalSettings>;

const defaults = RetrievalSettings.parse({});

/** The settings with everything that was not said. Bounds are checked where settings come in, not here. */
export const settingsOf = (stored: StoredSettings): RetrievalSettings => ({
  mode: stored.mode ?? defaults.mode,
  topK: stored.topK ?? defaults.topK,
  scoreThreshold: stored.scoreThreshold ?? defaults.scoreThreshold,
  definition: stored.definition ?? defaults.definition,
  graphMode: stored.graphMode ?? defaults.graphMode,
  rerank: { ...defaults.rerank, ...said(stored.rerank) },
  filter: stored.filter ?? defaults.filter,
  options: { ...defaults.options, ...said(stored.options) },
});

/** Without what was left open. */
function said<T extends object>(part: T | undefined): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** Candidates that each stage gives to the fusion, as a multiple of topK and at least. */
const depth = { factor: 4, least: 50 };

export const depthOf = ({ topK, rerank }: RetrievalSettings): number =>
  Math.max(depth.least, topK * depth.factor, rerank.enabled ? rerank.candidates : 0);

/** How many of the best are looked at again; more than are wanted, so that a deleted one leaves no gap. */
export const poolOf = (settings: RetrievalSettings): number =>
  settings.rerank.enabled ? Math.max(settings.rerank.candidates, settings.topK) : settings.topK * 2;

const onlyMeaning: ReadonlySet<string> = new Set<UsedMode>(['VECTOR', 'ATELIER_COSINE']);

export const usesMeaning = ({ mode }: Pick<RetrievalSettings, 'mode'>): boolean => mode !== 'BM25';
export const usesWords = (mode: UsedMode): boolean => !onlyMeaning.has(mode);

/** Retrievers that are not what they are called without vectors. */
export const needsVectors = ({ mode }: Pick<RetrievalSettings, 'mode'>): boolean =>
  mode === 'HYBRID' || onlyMeaning.has(mode);
