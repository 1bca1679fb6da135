// Measures what is meant to fall in the whole product: node tools/run.mjs tools/src/figures/main.ts [folder] [--worst].
// A figure above its limit fails. Whoever lowers one lowers its limit as well, so that what was gained is not lost again.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readTree } from '../checks/source-tree.ts';
import { figures } from './figures.ts';
import { readSources } from './sources.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'boolean', default: false } },
});
const tree = readTree(resolve(positionals[0] ?? '.'));
const sources = readSources(tree);
if (sources.size === 0) throw new Error('No source files were found.');

const shown = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
const cells = (name: string, ...numbers: readonly string[]): string =>
  [name.padEnd(44), ...numbers.map((number) => number.padStart(9))].join('');

console.log(cells('', 'before', 'now', 'limit', 'goal'));
for (const { name, before, goal, limit, measure } of figures) {
  const { value, worst } = measure({ tree, sources });
  console.log(cells(name, ...[before, value, limit, goal].map(shown)));
  const isAbove = value > limit;
  if (isAbove) process.exitCode = 1;
  if (isAbove || values.worst) for (const line of worst.slice(0, 20)) console.log(`    ${line}`);
}
