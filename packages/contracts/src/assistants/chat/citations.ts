import type { Citation } from './chat.ts';

type Numbered = Pick<Citation, 'index' | 'markAt'>;

/** Returns one citation for each number: that of its first mark. */
export const listUniqueSources = <T extends Numbered>(citations: readonly T[]): T[] =>
  citations.filter(({ index }, at) => citations.findIndex((each) => each.index === index) === at);

/** Finds what a mark cites: the citation of its place, otherwise that of the first mark with its number. */
export const findCitation = <T extends Numbered>(
  citations: readonly T[],
  mark: { index: number; markAt?: number | undefined },
): T | undefined =>
  citations.find(
    ({ index, markAt }) => index === mark.index && markAt !== undefined && markAt === mark.markAt,
  ) ?? citations.find(({ index }) => index === mark.index);
