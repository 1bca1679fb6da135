import { posix } from 'node:path';
import { isTest } from '../checks/source-tree.ts';

/** What each file imports, of sources and tests. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The seconds that a test file took the last time. */
export type TestTimes = Readonly<Record<string, number>>;

export interface Selection {
  /** Tests by what they are closest to: the changed parts themselves, then what imports them. */
  run: readonly string[];
  /** Tests that the change may concern too, with the reason why only a full run includes them. */
  left: readonly { test: string; because: string }[];
  /** True when the change reaches more than any selection could show. */
  isFarReaching: boolean;
}

const partPatterns = [
  // A module has the same name in its contract, on the server and in the browser.
  /^packages\/contracts\/src\/(?<area>account|money|content|assistants|operate)\/(?<module>[^/.]+)/,
  /^apps\/server\/src\/modules\/(?<area>[^/]+)\/(?<module>[^/]+)\//,
  /^apps\/web\/src\/features\/(?<area>[^/]+)\/(?<module>[^/]+)\//,
];
const folderPattern =
  /^(packages\/contracts\/src\/[^/]+|apps\/server\/src\/kernel\/[^/]+|apps\/[^/]+\/(src|tests)\/[^/]+|[^/]+\/[^/]+)\//;

/** Returns the part of the product that a file belongs to: a module in all its folders, or a folder; undefined for a file at the top. */
export const findPart = (path: string): string | undefined => {
  for (const pattern of partPatterns) {
    const { area, module } = pattern.exec(path)?.groups ?? {};
    if (area !== undefined && module !== undefined) return `${area}/${module}`;
  }
  return folderPattern.exec(path)?.[1];
};

const farReaching = [
  /^packages\/contracts\/src\/kernel\//,
  /^apps\/server\/src\/kernel\/(context|db)\//,
  /^apps\/server\/migrations\//,
  /^apps\/server\/tests\/[^/]+\.ts$/,
  /^[^/]+\.(json|ts|mjs)$/,
  /^tools\/[^/]+$/,
];

/** The wiring of a module is imported only by the list of all of them, through which everything would reach everything. */
const isWiring = (path: string): boolean => /(^|\/)modules?\.ts$/.test(path);
const isFace = (path: string): boolean => posix.basename(path) === 'index.ts';

const invert = (imports: Imports): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>();
  for (const [path, targets] of imports)
    for (const target of targets) {
      const known = importers.get(target);
      if (known) known.push(path);
      else importers.set(target, [path]);
    }
  return importers;
};

/** Returns the files that import one of these, directly or through others, but through one face at most, with their distance. */
const findReached = (imports: Imports, from: readonly string[]): ReadonlyMap<string, number> => {
  const importers = invert(imports);
  const reached = new Map<string, number>();
  const seen = new Set<string>();
  let ring = from.map((path) => ({ path, faces: isFace(path) ? 1 : 0 }));
  for (let distance = 0; ring.length > 0; distance += 1) {
    const next: typeof ring = [];
    for (const { path, faces } of ring) {
      if (faces > 1 || seen.has(`${faces} ${path}`)) continue;
      seen.add(`${faces} ${path}`);
      if (!reached.has(path)) reached.set(path, distance);
      if (isWiring(path)) continue;
      for (const importer of importers.get(path) ?? [])
        next.push({ path: importer, faces: faces + (isFace(importer) ? 1 : 0) });
    }
    ring = next;
  }
  return reached;
};

const usualSeconds = (test: string): number => (test.endsWith('.int.test.ts') ? 6 : 1);

/**
 * Chooses the tests that a change can break. All tests of the changed parts are among them, whatever they take. Those of the parts that
 * import them follow, nearest first, as long as the time suffices.
 */
export const selectTests = (
  imports: Imports,
  changed: readonly string[],
  { times = {}, seconds }: { times?: TestTimes; seconds: number },
): Selection => {
  const tests = [...imports.keys()].filter(isTest).filter((path) => !path.startsWith('e2e/'));
  const parts = new Set(changed.flatMap((path) => findPart(path) ?? []));
  const isOwn = (path: string): boolean => parts.has(findPart(path) ?? '');
  const reached = findReached(
    imports,
    changed.filter((path) => imports.has(path)),
  );
  const importing = new Set(
    [...imports].flatMap(([path, targets]) =>
      !isOwn(path) && !isWiring(path) && !isTest(path) && targets.some(isOwn) ? (findPart(path) ?? []) : [],
    ),
  );
  const last = 1000;
  const candidates = tests
    .filter((test) => !isOwn(test) && (reached.has(test) || importing.has(findPart(test) ?? '')))
    .map((test) => ({
      test,
      distance: reached.get(test) ?? last,
      takes: times[test] ?? usualSeconds(test),
    }))
    .toSorted((a, b) => a.distance - b.distance || a.takes - b.takes || a.test.localeCompare(b.test));
  const own = tests.filter(isOwn);
  let remaining = seconds - own.reduce((sum, test) => sum + (times[test] ?? usualSeconds(test)), 0);
  const run = [...own];
  const left: { test: string; because: string }[] = [];
  for (const { test, distance, takes } of candidates) {
    remaining -= takes;
    const how =
      distance === last ? `${findPart(test)} imports what changed` : `imports it ${distance} steps away`;
    if (remaining >= 0) run.push(test);
    else left.push({ test, because: `${how}; ${Math.round(takes)} s` });
  }
  return { run, left, isFarReaching: changed.some((path) => farReaching.some((each) => each.test(path))) };
};
