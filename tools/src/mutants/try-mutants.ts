import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMutant, type Mutant } from './find-mutants.ts';
import { markReached } from './mark-reached.ts';
import type { TestRunner } from './test-runner.ts';

export interface Verdict {
  mutant: Mutant;
  /** `time` means that the tests did not end, which a person would notice; `unreached` that no test runs the line. */
  kind: 'test' | 'time' | 'types' | 'survived' | 'unreached';
  by?: string;
}

export interface Trial {
  /** A copy of the checkout, in which the mutants are written. */
  folder: string;
  runner: TestRunner;
  workers: number;
  /** How long the first run of all tests, on the unchanged sources, may take, in milliseconds. */
  firstRun: number;
  /** How much longer than three times the usual the tests of a mutant may take, in milliseconds. */
  patience: number;
  isRefusedByTypes: (mutant: Mutant) => boolean;
  /** True where a mutant that nobody saw reached may have been reached all the same. */
  isConfined?: boolean;
  /** The time after which no further mutant is tried. */
  until: number;
  report: (verdict: Verdict) => void;
}

export class TrialError extends Error {}

const pathsOf = (mutants: readonly Mutant[]): string[] => [...new Set(mutants.map(({ path }) => path))];

/** Runs all tests once with marked sources. Returns the duration of each, and the tests that reach each mutant. */
const findReaching = async ({ folder, runner, firstRun }: Trial, mutants: readonly Mutant[]) => {
  const log = join(folder, 'reached.log');
  const numbered = mutants.map((mutant, id) => ({ id, mutant }));
  const paths = pathsOf(mutants).map((path) => join(folder, path));
  const marked = new Set<number>();
  const originals = paths.map((path) => readFileSync(path, 'utf8'));
  for (const [index, path] of pathsOf(mutants).entries()) {
    const own = numbered.filter(({ mutant }) => mutant.path === path);
    const result = markReached(originals[index] ?? '', own, log);
    for (const id of result.marked) marked.add(id);
    writeFileSync(join(folder, path), result.text);
  }
  const tests = await runner.tests();
  const order = { changed: paths, tests };
  const first = await runner.run(order, firstRun);
  // A test that waits for something may fail on a busy machine, and then passes when all run once more.
  const outcome = first?.failed === undefined ? first : await runner.run(order, firstRun);
  for (const [index, path] of paths.entries()) writeFileSync(path, originals[index] ?? '');
  if (outcome === undefined) throw new TrialError('The tests did not end in time on the unchanged sources.');
  if (outcome.failed !== undefined)
    throw new TrialError(`A test fails on the unchanged sources: ${outcome.failed}`);
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  rmSync(log, { force: true });
  const reaching = mutants.map((_, id) => new Set<string>(marked.has(id) ? [] : tests));
  for (const line of lines) {
    const [id = '', test = ''] = line.split(/ (.*)/);
    // A thread or a process of a test does not know the test, so it may be any of them.
    for (const path of test === '' ? tests : [test]) reaching[Number(id)]?.add(path);
  }
  return { paths, tests, durations: outcome.durations, reaching };
};

const inGroups = (tests: readonly string[], size: number): string[][] => {
  const groups: string[][] = [];
  for (let at = 0; at < tests.length; at += size) groups.push(tests.slice(at, at + size));
  return groups;
};

/** A test that waits for something which a mutant prevents should not take much longer than it does otherwise. */
const limitFor = (tests: readonly string[], durations: Record<string, number>): number =>
  3 * tests.reduce((sum, path) => sum + (durations[path] ?? 1000), 0);

const runTests = async (
  { runner, workers, patience }: Trial,
  changed: string[],
  tests: readonly string[],
  durations: Record<string, number>,
): Promise<Pick<Verdict, 'kind' | 'by'>> => {
  const quickFirst = tests.toSorted((a, b) => (durations[a] ?? 0) - (durations[b] ?? 0));
  for (const [index, group] of inGroups(quickFirst, workers).entries()) {
    const order = { changed: index === 0 ? changed : [], tests: group };
    const outcome = await runner.run(order, patience + limitFor(group, durations));
    if (outcome === undefined) return { kind: 'time' };
    if (outcome.failed !== undefined) return { kind: 'test', by: outcome.failed };
  }
  return { kind: 'survived' };
};

/** Tries one mutant after the other: writes it, runs the tests that reach it, the quick ones first, and writes the original back. */
export const tryMutants = async (trial: Trial, mutants: readonly Mutant[]): Promise<Verdict[]> => {
  const found = await findReaching(trial, mutants);
  const verdicts: Verdict[] = [];
  let changed = found.paths;
  for (const [id, mutant] of mutants.entries()) {
    if (Date.now() > trial.until) break;
    const path = join(trial.folder, mutant.path);
    const original = readFileSync(path, 'utf8');
    const reaching = [...(found.reaching[id] ?? [])];
    const tests = reaching.length === 0 && trial.isConfined ? found.tests : reaching;
    let verdict: Verdict = { mutant, kind: 'unreached' };
    if (tests.length > 0) {
      writeFileSync(path, applyMutant(original, mutant));
      const result = await runTests(trial, [...changed, path], tests, found.durations);
      writeFileSync(path, original);
      changed = [path];
      verdict = { mutant, ...result };
    }
    const isAlive = verdict.kind === 'survived' || verdict.kind === 'unreached';
    if (isAlive && trial.isRefusedByTypes(mutant)) verdict = { mutant, kind: 'types' };
    verdicts.push(verdict);
    trial.report(verdict);
  }
  return verdicts;
};
