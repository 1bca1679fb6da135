// Prints as JSON which tests a change can break: node tools/run.mjs tools/src/changed/main.ts [commit] [--times FILE] --seconds N.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isCode, readTree } from '../checks/source-tree.ts';
import { readSources } from '../figures/sources.ts';
import { findChanged } from './find-changed.ts';
import { selectTests, type TestTimes } from './select-tests.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '' }, seconds: { type: 'string', default: '300' } },
});
const times = existsSync(values.times) ? (JSON.parse(readFileSync(values.times, 'utf8')) as TestTimes) : {};
const changed = findChanged('.', positionals[0]);
const sources = readSources(readTree('.'), (path) => isCode(path) && !path.endsWith('.d.ts'));
const imports = new Map([...sources].map(([path, each]) => [path, each.imports.map(({ to }) => to)]));
console.log(
  JSON.stringify({ changed, ...selectTests(imports, changed, { times, seconds: Number(values.seconds) }) }),
);
