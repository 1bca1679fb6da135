import { afterAll, afterEach } from 'vitest';
import { takeTroubles } from './server-troubles.ts';

/**
 * Applies to every integration test: a test that fails also reports what its servers logged as warnings and errors meanwhile. An unforeseen
 * failure tells its cause to nobody but the log.
 */
const showTroubles = (result: { state: string } | undefined): void => {
  const lines = takeTroubles();
  if (result?.state === 'fail' && lines.length > 0)
    throw new Error(`The servers of this test logged:\n${lines.join('\n').replaceAll('\\n', '\n')}`);
};

afterEach(({ task }) => showTroubles(task.result));
// What a hook before all tests left behind.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures that a hook needs from the pattern
afterAll(({}, suite) => showTroubles(suite.result));
