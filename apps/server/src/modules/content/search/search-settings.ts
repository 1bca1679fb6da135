import { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { z } from 'zod';
import type { UsedMode } from './rank.ts';

/** Stored settings, which may lack settings that were introduced later. */
export type StoredSettings = z.input<typeof RetrievalSettings>;

const defaults = RetrievalSettings.parse({});

/** Completes settings with defaults. Bounds are checked at the endpoints, not here. */
export const settingsOf = (stored: StoredSettings): RetrievalSettings => ({
  mode: stored.mode ?? defaults.mode,
  topK: stored.topK ?? defaults.topK,
  scoreThreshold: stored.scoreThreshold ?? defaults.scoreThreshold,
  definition: stored.definition ?? defaults.definition,
  graphMode: stored.graphMode ?? defaults.graphMode,
  rerank: { ...defaults.rerank, ...withoutUndefined(stored.rerank) },
  filter: stored.filter ?? defaults.filter,
  options: { ...defaults.options, ...withoutUndefined(stored.options) },
});

/** Returns the settings without undefined ones. */
function withoutUndefined<T extends object>(
  part: T | undefined,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** The number of candidates of each stage: a multiple of topK, and a minimum. */
const depth = { factor: 4, least: 50 };

export const depthOf = ({ topK, rerank }: RetrievalSettings): number =>
  Math.max(depth.least, topK * depth.factor, rerank.enabled ? rerank.candidates : 0);

/** Returns how many of the best candidates are read and, if enabled, reranked. Without reranking it is twice topK, so that deleted chunks leave no gap. */
export const poolOf = (settings: RetrievalSettings): number =>
  settings.rerank.enabled ? Math.max(settings.rerank.candidates, settings.topK) : settings.topK * 2;

const onlyMeaning: ReadonlySet<string> = new Set<UsedMode>(['VECTOR', 'ATELIER_COSINE']);

export const usesMeaning = ({ mode }: Pick<RetrievalSettings, 'mode'>): boolean => mode !== 'BM25';
export const usesWords = (mode: UsedMode): boolean => !onlyMeaning.has(mode);

/** Retrievers that require vectors. */
export const needsVectors = ({ mode }: Pick<RetrievalSettings, 'mode'>): boolean =>
  mode === 'HYBRID' || onlyMeaning.has(mode);
