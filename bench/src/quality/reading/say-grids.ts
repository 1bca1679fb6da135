import { type Count, f1, sumOf } from '../tables/measure-tables.ts';
import type { GridResult } from './grids/measure-grids.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const shown = (value: number): string => value.toFixed(3);
const precision = ({ right, found }: Count): string => shown(found === 0 ? 1 : right / found);
const recall = ({ right, expected }: Count): string => shown(expected === 0 ? 1 : right / expected);

const sayFaults = (results: readonly GridResult[], most: number): void => {
  const worst = results.toSorted((one, other) => f1(one.count) - f1(other.count));
  for (const { format, seed, count, code, faults } of worst.slice(0, most)) {
    say(`${format} ${seed}: F1 ${shown(f1(count))} ${code ?? ''}`);
    for (const { kind, value, expected, found } of faults.slice(0, 40))
      say(`    ${kind}: ${value} [${expected}] found [${found}]`);
  }
};

export const gridHead = [
  '| format | tables | cells | precision | recall | F1 of cells |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
];

/** Prints the figures of one format, with the tables that were read worst, and returns their row. */
export const sayGrids = async (
  format: string,
  measured: AsyncIterable<GridResult>,
  faults: number,
): Promise<string> => {
  const results: GridResult[] = [];
  for await (const result of measured) results.push(result);
  const count = sumOf(results.map((result) => result.count));
  const tables = results.reduce((sum, result) => sum + result.tables, 0);
  const row = `| ${format} | ${tables} | ${count.expected} | ${precision(count)} | ${recall(count)} | **${shown(f1(count))}** |`;
  say(row);
  sayFaults(results, faults);
  return row;
};
