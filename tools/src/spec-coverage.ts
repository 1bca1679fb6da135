/** One test title that names requirements. */
export interface Claim {
  path: string;
  title: string;
  ids: readonly string[];
}

export interface AreaCoverage {
  area: string;
  total: number;
  proven: number;
  missing: readonly string[];
}

export interface SpecCoverage {
  areas: readonly AreaCoverage[];
  /** Claims of ids that the requirements do not know. */
  unknown: readonly Claim[];
}

/** Requirement ids in order: each stands in backticks at the start of a list line. */
export const readRequirementIds = (markdown: string): string[] =>
  [...markdown.matchAll(/^- `([A-Z]+-\d+)`/gm)].map(([, id = '']) => id);

const title =
  /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
const closingIds = /\(([A-Z]{2,}-\d+(?:,\s*[A-Z]{2,}-\d+)*)\)\s*$/;
const standards = new Set(['UTF', 'SHA', 'AES', 'ISO', 'RFC', 'HS', 'RS', 'ES']);
const areaOf = (id: string) => id.slice(0, id.lastIndexOf('-'));

/** The claims of one test file: titles that end in ids in brackets, such as `asks twice (AUTH-03, AUTH-04)`. */
export const readClaims = (path: string, source: string): Claim[] =>
  [...source.matchAll(title)].flatMap(([, single, double, template]) => {
    const text = single ?? double ?? template ?? '';
    const ids = closingIds.exec(text)?.[1]?.split(/,\s*/) ?? [];
    const named = ids.filter((id) => !standards.has(areaOf(id)));
    return named.length === 0 ? [] : [{ path, title: text, ids: named }];
  });

export const coverSpec = (ids: readonly string[], claims: readonly Claim[]): SpecCoverage => {
  const known = new Set(ids);
  const claimed = new Set(claims.flatMap((claim) => claim.ids));
  const byArea = Map.groupBy(ids, areaOf);
  const areas = [...byArea].map(([area, inArea]) => {
    const missing = inArea.filter((id) => !claimed.has(id));
    return { area, total: inArea.length, proven: inArea.length - missing.length, missing };
  });
  return { areas, unknown: claims.filter((claim) => claim.ids.some((id) => !known.has(id))) };
};
