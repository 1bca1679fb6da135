import { describe, expect, it } from 'vitest';
import { provenIds } from '../proven-ids.mjs';

const unit = (...tests: [status: string, ...tags: string[]][]) => ({
  testResults: [{ assertionResults: tests.map(([status, ...tags]) => ({ status, tags })) }],
});
const journey = (status: string, ...tags: string[]) => ({
  suites: [{ suites: [{ specs: [{ ok: status !== 'unexpected', tags, tests: [{ status }] }] }] }],
});

describe('the requirements that a run of tests has proven', () => {
  it('are those in the tags of tests that passed, of either runner, at once or when repeated', () => {
    const reports = [
      unit(['passed', 'AUTH-02', 'slow'], ['passed', 'AUTH-01']),
      journey('expected', '@CHAT-01'),
      journey('flaky', '@CHAT-02'),
    ];
    expect(provenIds(reports)).toEqual(['AUTH-01', 'AUTH-02', 'CHAT-01', 'CHAT-02']);
  });

  it('are not those of tests that failed or were skipped', () => {
    const reports = [unit(['failed', 'AUTH-01'], ['pending', 'AUTH-02']), journey('skipped', '@CHAT-01')];
    expect(provenIds(reports)).toEqual([]);
  });

  it('are not those of which one test passed and another failed', () => {
    expect(provenIds([unit(['passed', 'AUTH-01']), journey('unexpected', '@AUTH-01')])).toEqual([]);
  });
});
