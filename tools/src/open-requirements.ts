import { type BuildingArea, buildingAreas } from './building-areas.ts';
import { areaOf } from './read-claims.ts';
import type { SpecCoverage } from './spec-coverage.ts';

export interface OpenRequirements {
  areas: readonly { name: string; ids: readonly string[] }[];
  /** Ids that belong to no area, or to more than one. */
  faults: readonly string[];
}

/** Assigns each requirement that no test proves to the area that will prove it. */
export const planOpen = (
  missing: readonly string[],
  areas: readonly BuildingArea[] = buildingAreas,
): OpenRequirements => {
  const takers = areas.map(({ name, takes }) => ({ name, words: new Set(takes.split(/\s+/)) }));
  const takersOf = (word: string) => takers.filter(({ words }) => words.has(word)).map(({ name }) => name);
  const placed = missing.map((id) => {
    const byId = takersOf(id);
    return { id, names: byId.length > 0 ? byId : takersOf(areaOf(id)) };
  });
  return {
    areas: areas
      .map(({ name }) => ({
        name,
        ids: placed.filter(({ names }) => names.includes(name)).map(({ id }) => id),
      }))
      .filter(({ ids }) => ids.length > 0),
    faults: placed
      .filter(({ names }) => names.length !== 1)
      .map(({ id, names }) =>
        names.length === 0 ? `${id}: no area builds it` : `${id}: ${names.join(' and ')} both build it`,
      ),
  };
};

const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1));

/** Shortens three or more consecutive ids to the first and the last: `FLOW-01…FLOW-35`. */
const inRuns = (ids: readonly string[]): string => {
  const runs: string[][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows = last !== undefined && areaOf(last) === areaOf(id) && numberOf(id) === numberOf(last) + 1;
    if (run && follows) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length < 3 ? run.join(', ') : `${run[0]}…${run.at(-1)}`)).join(', ');
};

/** Returns the text of docs/requirements-open.md. */
export const openDocument = (coverage: SpecCoverage): string => {
  const missing = coverage.areas.flatMap((area) => area.missing);
  const total = coverage.areas.reduce((sum, area) => sum + area.total, 0);
  return [
    '# Open requirements',
    '',
    '<!-- Written by `npm run spec -- --write` from tools/src/building-areas.ts and the tests; `npm run spec` fails while it is stale. -->',
    '',
    `Of ${total} requirements a test proves ${total - missing.length}. These are the other ${missing.length}, by the part of the product that will build the whole of them. Some have`,
    'a half that works already; they stand here until the other half does. An id with three dots stands for all ids in between.',
    '',
    '| part | open | ids |',
    '|---|---|---|',
    ...planOpen(missing).areas.map(({ name, ids }) => `| ${name} | ${ids.length} | ${inRuns(ids)} |`),
    '',
  ].join('\n');
};
