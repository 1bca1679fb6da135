import type { ParserPool } from '@atelier/documents/process';
import { type Breach, checkInvariants } from './grids/check-invariants.ts';
import { say } from './say-grids.ts';

/** Prints how many changed files of each kind were read and refused, and what must not have happened; returns the table. */
export const sayInvariants = async (pool: ParserPool, seeds: readonly number[]): Promise<string> => {
  const sums = new Map<string, { files: number; read: number; noted: number; broken: number }>();
  const breaches: Breach[] = [];
  for await (const { change, outcome, breaches: own } of checkInvariants(pool, seeds)) {
    const sum = sums.get(change) ?? { files: 0, read: 0, noted: 0, broken: 0 };
    sum.files++;
    if (outcome.code === null) sum.read++;
    if (outcome.notes.length > 0) sum.noted++;
    if (own.length > 0) sum.broken++;
    sums.set(change, sum);
    breaches.push(...own);
  }
  const rows = Array.from(
    sums,
    ([change, { files, read, noted, broken }]) =>
      `| ${change} | ${files} | ${read} | ${files - read} | ${noted} | ${broken} |`,
  );
  const figures = [
    '| change | files | read | refused | with notes | with a breach |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
  say(figures);
  for (const { change, seed, broken, detail } of breaches.slice(0, 40))
    say(`  ${change} ${seed}: ${broken}, ${detail}`);
  return figures;
};
