import { defineComputation } from '../../../kernel/compute/computation.ts';
import { mergePlaced, type PlacedSources } from './merging/merge-placed.ts';

/** A merge of 8 MB takes about a second of a core; it waits behind graphs, which take up to a minute each. */
export const segmentMerge = defineComputation({
  name: 'knowledge.segment-merge',
  deadlineMs: 5 * 60_000,
  isSmall: ({ sources }: PlacedSources) =>
    sources.reduce((sum, { bytes }) => sum + bytes.length, 0) <= 50_000,
  compute: mergePlaced,
});
