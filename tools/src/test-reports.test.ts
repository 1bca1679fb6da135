import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countJourneys, failedJourneys, failedTests, unsteadyJourneys } from '../test-reports.mjs';
import { root } from '../tests/plant.ts';

const fileOf = (name: string, ...statuses: string[]) => ({
  name: join(root, name),
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status, at) => ({ status, fullName: `test ${at}` })),
});

describe('a report of tests', () => {
  it('names each failed test with its file', () => {
    const testResults = [fileOf('a.test.ts', 'passed'), fileOf('b.test.ts', 'failed', 'passed')];
    expect(failedTests({ testResults })).toEqual(['b.test.ts: test 0']);
    expect(failedTests({})).toEqual([]);
  });
});

const journey = (id: string, status: string, ...messages: string[]) => ({
  id,
  file: `${id}.spec.ts`,
  title: 'a journey',
  ok: status !== 'unexpected',
  tests: [
    {
      projectName: 'phone-dark',
      status,
      results: [...messages.map((message) => ({ error: { message } })), {}],
    },
  ],
});

describe('a report of journeys', () => {
  const report = {
    suites: [
      {
        specs: [journey('a', 'expected')],
        suites: [{ specs: [journey('b', 'unexpected', '\u001b[31mNot\n  visible\u001b[39m')] }],
      },
      { specs: [journey('c', 'flaky', 'Too late.')] },
    ],
    stats: { expected: 7, flaky: 1, unexpected: 1, skipped: 2 },
  };

  it('names what failed, with its window and with what it failed with last', () => {
    expect(failedJourneys(report)).toEqual(['b.spec.ts (phone-dark): a journey: Not visible']);
  });

  it('names what passed at the second try only, with what the first one failed with', () => {
    expect(unsteadyJourneys(report)).toEqual(['c.spec.ts (phone-dark): a journey: Too late.']);
  });

  it('counts what passed at the second try as passed', () => {
    expect(countJourneys(report)).toEqual({ passed: 8, failed: 1, skipped: 2 });
    expect(countJourneys({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
