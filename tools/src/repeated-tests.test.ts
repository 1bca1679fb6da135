import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failedFiles, failedTests, withRepeated } from '../repeated-tests.mjs';
import { root } from '../tests/plant.ts';

const fileOf = (name: string, ...statuses: string[]) => ({
  name: join(root, name),
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status, at) => ({ status, fullName: `test ${at}` })),
});
const first = {
  testResults: [
    fileOf('a.test.ts', 'passed'),
    fileOf('b.test.ts', 'failed', 'passed'),
    fileOf('broken.test.ts'),
  ],
};

describe('what a full run repeats', () => {
  it('is each file with a failed test, and each that could not be loaded', () => {
    expect(failedFiles(first)).toEqual([join(root, 'b.test.ts'), join(root, 'broken.test.ts')]);
    expect(failedTests(first)).toEqual(['b.test.ts: test 0']);
  });

  it('counts as it ended the second time, and the other files as they ended the first time', () => {
    const merged = withRepeated(first, {
      testResults: [fileOf('b.test.ts', 'passed', 'passed'), fileOf('broken.test.ts', 'passed', 'failed')],
    });
    expect(merged).toMatchObject({ numPassedTests: 4, numFailedTests: 1 });
    expect(failedFiles(merged)).toEqual([join(root, 'broken.test.ts')]);
  });

  it('stays failed when the second run gave no result', () => {
    expect(failedFiles(withRepeated(first, {}))).toEqual(failedFiles(first));
  });
});
