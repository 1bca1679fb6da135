import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plant } from '../../tests/plant.ts';
import { findMutants } from './find-mutants.ts';
import { testRunner } from './test-runner.ts';
import { TrialError, tryMutants, type Verdict } from './try-mutants.ts';

const path = 'packages/planted/src/count.ts';
const source = `export const isMany = (count: number): boolean => count > 2;
export const sum = (most: number): number => {
  let found = 0;
  for (let at = 0; at < most; at++) found += at;
  return found;
};
export const isOpen = (): boolean => true;
`;

const tree = plant({
  [path]: source,
  'vitest.config.ts': `export default { test: { name: 'unit', include: ['packages/planted/**/*.test.ts'] } };`,
  'packages/planted/tests/count.test.ts': `import { expect, it } from 'vitest';
    import { isMany, sum } from '../src/count.ts';
    it('counts', () => { expect(isMany(3)).toBe(true); expect(isMany(1)).toBe(false); });
    it('adds', () => expect(sum(3)).toBe(3));`,
});
const runner = testRunner({
  folder: tree.folder,
  projects: ['unit'],
  filters: ['packages/planted/'],
  workers: 1,
  env: process.env,
});
const reported: Verdict[] = [];
const trial = {
  folder: tree.folder,
  runner,
  workers: 1,
  firstRun: 60_000,
  patience: 1500,
  isRefusedByTypes: () => false,
  until: Infinity,
  report: (verdict: Verdict) => void reported.push(verdict),
};
afterAll(() => {
  runner.stop();
  tree.uproot();
});

describe('trying mutants', () => {
  it('finds those that a test notices, that no test notices, that no test reaches, and that never end', async () => {
    const verdicts = await tryMutants(trial, findMutants(path, source));
    expect(verdicts).toEqual(reported);
    expect(
      Object.fromEntries(verdicts.map(({ mutant, kind }) => [`${mutant.line} ${mutant.change}`, kind])),
    ).toEqual({
      '1 > → >=': 'survived',
      '1 2 → 3': 'test',
      '3 0 → 1': 'test',
      '4 0 → 1': 'survived',
      '4 < → <=': 'test',
      '4 at++ → at--': 'time',
      '4 += → -=': 'test',
      '7 true → false': 'unreached',
    });
    expect(verdicts.find(({ mutant }) => mutant.change === '2 → 3')?.by).toBe(
      'packages/planted/tests/count.test.ts: counts',
    );
    expect(readFileSync(join(tree.folder, path), 'utf8')).toBe(source);
  }, 120_000);

  it('leaves out what the types refuse, and stops when its time is over', async () => {
    const mutants = findMutants(path, source).filter(({ line }) => line === 7);
    const refused = await tryMutants({ ...trial, isRefusedByTypes: () => true }, mutants);
    expect(refused.map(({ kind }) => kind)).toEqual(['types']);
    expect(await tryMutants({ ...trial, until: 0 }, mutants)).toEqual([]);
  }, 120_000);

  it('tries all tests where nobody can say what they reach', async () => {
    const mutants = findMutants(path, source).filter(({ line }) => line === 7);
    const verdicts = await tryMutants({ ...trial, isConfined: true }, mutants);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['survived']);
  }, 120_000);

  it('says so when a test fails without any mutant', async () => {
    writeFileSync(join(tree.folder, path), source.replace('count > 2', 'count > 3'));
    await expect(tryMutants(trial, findMutants(path, source))).rejects.toThrow(
      new TrialError('A test fails on the unchanged sources: packages/planted/tests/count.test.ts: counts'),
    );
    writeFileSync(join(tree.folder, path), source);
  }, 120_000);
});
