import { loadavg } from 'node:os';
import { readQuick, storeQuick } from '../results.ts';
import { formatQuick, worseThan } from './figures.ts';
import { measureQuick } from './quick.ts';

/** How often a figure that seems worse is measured again. */
const mostRepeats = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Measures the hot paths and compares them with the stored figures, or stores them. Returns the exit code. A figure counts as worse only
 * when it is worse each time, because a busy machine adds to a figure, and a bare route that happens to be fast raises all ratios.
 */
export const runQuick = async (env: Record<string, string>, isWriting: boolean): Promise<number> => {
  const startedAt = performance.now();
  let now = await measureQuick(env);
  const took = () =>
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`;
  if (isWriting) {
    say(`${formatQuick(now)}\n\n${took()}`);
    await storeQuick(now);
    say('\nStored in bench/results/quick.json and docs/benchmarks.md.');
    return 0;
  }
  const stored = await readQuick();
  if (!stored) throw new Error('There are no figures to compare with: npm run bench -- --quick --write');
  let faults = worseThan(stored, now);
  for (let more = 0; more < mostRepeats && faults.length > 0; more += 1) {
    say(`Measured once more:\n  ${faults.join('\n  ')}`);
    now = await measureQuick(env);
    const again = worseThan(stored, now).map((fault) => fault.split(':')[0]);
    faults = faults.filter((fault) => again.includes(fault.split(':')[0]));
  }
  say(`${formatQuick(now)}\n\n${took()}`);
  if (faults.length === 0) return 0;
  say(`\nWorse than stored:\n  ${faults.join('\n  ')}`);
  say('If this is meant, store the new figures: npm run bench -- --quick --write');
  return 1;
};
