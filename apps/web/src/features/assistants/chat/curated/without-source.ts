/** Removes the marks of a source from an answer, and moves the numbers of the sources after it down. */
export const withoutSource = (answer: string, removed: number): string =>
  answer.replaceAll(/([ \t]?)\[(\d{1,3})\]/g, (mark, space: string, digits: string) => {
    const number = Number(digits);
    if (number === removed) return '';
    return number > removed ? `${space}[${number - 1}]` : mark;
  });

/** True when an answer cites the source with a number. */
export const isCited = (answer: string, number: number): boolean => answer.includes(`[${number}]`);

/** Keeps the sources that an answer cites, and numbers its marks anew. A text that was written anew rests on none of the earlier ones. */
export const withCitedSources = <Draft extends { answer: string; sources: readonly unknown[] }>(
  draft: Draft,
): Draft =>
  draft.sources.reduceRight<Draft>(
    (kept, _source, at) =>
      isCited(kept.answer, at + 1)
        ? kept
        : { ...kept, answer: withoutSource(kept.answer, at + 1), sources: kept.sources.toSpliced(at, 1) },
    draft,
  );
