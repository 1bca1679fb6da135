import type { Citation } from './chat.ts';

const marksAtStart = /^ ?\[\d{1,3}\]/;

/**
 * Returns the figures of an answer that the sources of their statement do not say, each with the numbers of the last mark of the statement.
 * Of marks that follow each other, the last one counts.
 */
export const listUnsupportedFigures = (
  answer: string,
  citations: readonly Pick<Citation, 'index' | 'markAt' | 'missingFigures'>[],
): { figure: string; index: number }[] =>
  citations.flatMap(({ index, markAt = 0, missingFigures = [] }) => {
    const isFollowed = marksAtStart.test(answer.slice(markAt + `[${index}]`.length));
    return isFollowed ? [] : missingFigures.map((figure) => ({ figure, index }));
  });

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
