import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  failedFiles,
  failedJourneys,
  failedTests,
  withRepeated,
  withRepeatedJourneys,
} from '../repeated-tests.mjs';
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

const journey = (id: string, ...messages: string[]) => ({
  id,
  file: `${id}.spec.ts`,
  title: 'a journey',
  ok: messages.length === 0,
  tests: [
    {
      projectName: 'phone-dark',
      status: messages.length === 0 ? 'expected' : 'unexpected',
      results: [{}, ...messages.map((message) => ({ error: { message } }))],
    },
  ],
});

describe('the journeys that a full run repeats', () => {
  const report = {
    suites: [
      { specs: [journey('a')], suites: [{ specs: [journey('b', '\u001b[31mNot\n  visible\u001b[39m')] }] },
      { specs: [journey('c', 'Too late.')] },
    ],
  };

  it('are named with their window and with what they failed with last', () => {
    expect(failedJourneys(report)).toEqual([
      'b.spec.ts (phone-dark): a journey: Not visible',
      'c.spec.ts (phone-dark): a journey: Too late.',
    ]);
  });

  it('count as they ended the second time, and stay failed without a second result', () => {
    const merged = withRepeatedJourneys(report, { suites: [{ specs: [journey('b')] }] });
    expect(failedJourneys(merged)).toEqual(['c.spec.ts (phone-dark): a journey: Too late.']);
    expect(merged.specs).toHaveLength(3);
  });
});
