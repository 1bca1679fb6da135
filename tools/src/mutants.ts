// npm run mutants -- PATH… [--count N] [--seed S] [--seconds N] [--rate R] [--workers N] [--patience N] [--list]
// npm run mutants -- --changed [--since COMMIT] …
// Changes one small thing of the sources after the other, drawn by lot, and says which changes no test notices.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pinnedEnv } from '../prepare.mjs';
import { startCluster } from '../test-cluster.mjs';
import { findPostgres } from '../test-needs.mjs';
import { copyCheckout } from '../tests/plant.ts';
import { changedLines } from './mutants/changed-lines.ts';
import { typeChecker } from './mutants/compiler.ts';
import { copyModules } from './mutants/copy-modules.ts';
import { drawLot } from './mutants/draw-lot.ts';
import { readEquivalents, staleEquivalents, withoutEquivalents } from './mutants/equivalents.ts';
import { findMutants, type Mutant } from './mutants/find-mutants.ts';
import { filesBelow, type Scope, scopeOf } from './mutants/scope.ts';
import { testRunner } from './mutants/test-runner.ts';
import { TrialError, tryMutants, type Verdict } from './mutants/try-mutants.ts';

const root = join(import.meta.dirname, '..', '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3600' },
    rate: { type: 'string', default: '0' },
    workers: { type: 'string', default: '2' },
    patience: { type: 'string', default: '5' },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const readMutants = (paths: readonly string[]): Mutant[] =>
  paths.flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));

const mutantsOfChange = (): Mutant[] => {
  const lines = changedLines(root, values.since);
  const paths = [...lines.keys()].filter((path) => scopeOf(path) !== undefined);
  return readMutants(paths).filter(({ path, line }) => lines.get(path)?.has(line) === true);
};

const drawn = (): Mutant[] => {
  const all = values.changed ? mutantsOfChange() : readMutants(filesBelow(root, positionals));
  const known = readEquivalents(join(import.meta.dirname, 'mutants'));
  const lot = drawLot(all, values.seed, Number(values.count));
  const kept = withoutEquivalents(lot, known);
  console.log(
    `${all.length} mutants, ${lot.length} drawn, ${lot.length - kept.length} of them are known to change nothing.`,
  );
  if (!values.changed)
    for (const { path, source } of staleEquivalents(all, known)) console.log(`STALE  ${path}: ${source}`);
  return kept;
};

const isNoticed = ({ kind }: Verdict) => kind === 'test' || kind === 'time';

const print = ({ mutant: { path, line, change }, kind, by = '' }: Verdict) => {
  const word = {
    test: 'noticed',
    time: 'noticed by time',
    types: 'refused by types',
    survived: 'SURVIVED',
    unreached: 'UNREACHED',
  }[kind];
  console.log(`${word.padEnd(17)} ${path}:${line}  ${change}${by === '' ? '' : `  [${by}]`}`);
};

const isRefusedByTypes = typeChecker(root);

/** A change is tried in the time that there is; otherwise, the first run of all tests may take as long as it takes. */
const firstRunLimit = (until: number) => (values.changed ? until - Date.now() : 20 * 60_000);

const tryScope = async (setting: Setting, scope: Scope, mutants: Mutant[]) => {
  const { folder, env, until } = setting;
  const workers = Number(values.workers);
  const runner = testRunner({ folder, ...scope, workers, env });
  const { isConfined = false } = scope;
  const limits = {
    isConfined,
    firstRun: firstRunLimit(until),
    patience: Number(values.patience) * 1000,
    until,
  };
  try {
    return await tryMutants({ folder, runner, workers, ...limits, isRefusedByTypes, report: print }, mutants);
  } catch (error) {
    if (!(error instanceof TrialError)) throw error;
    console.log(`${scope.name}: ${error.message}`);
    return [];
  } finally {
    runner.stop();
  }
};
const printTable = (verdicts: readonly Verdict[]) => {
  const scopes = Map.groupBy(verdicts, ({ mutant }) => scopeOf(mutant.path)?.name ?? '');
  for (const [name, own] of scopes) {
    const noticed = own.filter(isNoticed).length;
    console.log(
      `${name.padEnd(48)} ${`${noticed}/${own.length}`.padStart(8)} ${(noticed / own.length).toFixed(2)}`,
    );
  }
};

const hasIntegrationTests = (path: string): boolean => {
  const filters = scopeOf(path)?.filters ?? [];
  return integrationTests.some((test) => filters.some((filter) => test.startsWith(filter)));
};
const integrationTests = globSync('{packages,apps}/*/{src,tests}/**/*.int.test.ts', { cwd: root });

/** Of fewer mutants, a rate says nothing. */
const fewest = 10;

/** A mutant that the types refuse is no program, and counts neither way. */
const conclude = (verdicts: readonly Verdict[]): number => {
  const programs = verdicts.filter(({ kind }) => kind !== 'types');
  console.log();
  for (const verdict of programs.filter((found) => !isNoticed(found))) print(verdict);
  printTable(programs);
  const rate = programs.filter(isNoticed).length / Math.max(programs.length, 1);
  console.log(
    `${programs.length} mutants tried, ${rate.toFixed(2)} of them noticed; the types refuse ${verdicts.length - programs.length} more.`,
  );
  if (programs.length === 0 && !values.changed) return 1;
  return programs.length >= fewest && rate < Number(values.rate) ? 1 : 0;
};

interface Setting {
  folder: string;
  env: NodeJS.ProcessEnv;
  until: number;
}

/** Tries the mutants of one scope after the other; the packages come first, because their tests are quick. */
const tryAll = async (setting: Setting, mutants: readonly Mutant[]): Promise<Verdict[]> => {
  const scopes = Map.groupBy(mutants, ({ path }) => JSON.stringify(scopeOf(path)));
  const quickFirst = [...scopes].toSorted(
    ([a], [b]) => Number(a.includes('apps/')) - Number(b.includes('apps/')),
  );
  const verdicts: Verdict[] = [];
  for (const [scope, own] of quickFirst)
    if (Date.now() < setting.until)
      verdicts.push(...(await tryScope(setting, JSON.parse(scope) as Scope, own)));
  return verdicts;
};

const main = async (): Promise<number> => {
  const mutants = drawn();
  if (values.list) for (const mutant of mutants) print({ mutant, kind: 'survived' });
  if (values.list || mutants.length === 0) return 0;
  const until = Date.now() + Number(values.seconds) * 1000;
  const needsDatabase = mutants.some(({ path }) => hasIntegrationTests(path));
  const cluster = needsDatabase ? await startCluster(findPostgres()) : undefined;
  const env = pinnedEnv(cluster === undefined ? {} : { ATELIER_TEST_DATABASE_URL: cluster.url });
  const copy = copyCheckout();
  // Tests of modules import documents, so that they start parsers as well.
  if (needsDatabase || mutants.some(({ path }) => scopeOf(path)?.isConfined)) copyModules(root, copy.folder);
  const cleanUp = () => {
    cluster?.stop();
    copy.uproot();
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      cleanUp();
      process.exit(1);
    });
  try {
    return conclude(await tryAll({ folder: copy.folder, env, until }, mutants));
  } finally {
    cleanUp();
  }
};

process.exitCode = await main();
