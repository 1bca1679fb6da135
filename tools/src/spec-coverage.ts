import { areaOf, type Claim } from './read-claims.ts';

/** Ids belong in the tags of a test. While this is false, ids at the end of a title are an error. */
export const mayTitlesNameIds = false;

export interface AreaCoverage {
  area: string;
  total: number;
  proven: number;
  missing: readonly string[];
}

export interface SpecCoverage {
  areas: readonly AreaCoverage[];
  /** The requirements that some test claims to prove. */
  claimed: readonly string[];
  /** Claims of ids that the requirements do not contain. */
  unknown: readonly Claim[];
  /** Claims made in a title. */
  inTitles: readonly Claim[];
}

/** Returns the requirement ids in order. Each is in backticks at the start of a list item. */
export const readRequirementIds = (markdown: string): string[] =>
  [...markdown.matchAll(/^- `([A-Z]+-\d+)`/gm)].map(([, id = '']) => id);

export const coverSpec = (ids: readonly string[], claims: readonly Claim[]): SpecCoverage => {
  const known = new Set(ids);
  const claimed = new Set(claims.flatMap((claim) => claim.ids));
  const byArea = Map.groupBy(ids, areaOf);
  const areas = [...byArea].map(([area, inArea]) => {
    const missing = inArea.filter((id) => !claimed.has(id));
    return { area, total: inArea.length, proven: inArea.length - missing.length, missing };
  });
  return {
    areas,
    claimed: ids.filter((id) => claimed.has(id)),
    unknown: claims.filter((claim) => claim.ids.some((id) => !known.has(id))),
    inTitles: claims.filter(({ form }) => form === 'title'),
  };
};
