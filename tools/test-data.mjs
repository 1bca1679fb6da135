// Test suites by others, from two Python packages that carry them. They are no part of this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const testDataFolder = join(root, 'node_modules', '.cache', 'test-data');

const sets = [
  {
    // The Berkeley function-calling cases (Apache-2.0).
    name: 'function-calls',
    package: ['bfcl-eval==2026.3.23'],
    sha256: '3bb6dfa5f0c68ad403c9ec50b00db2bb3b4cc9b38ab1ff33f48fe30d853d3a0a',
    unpack: 'zipfile',
    inside: 'bfcl_eval/data',
  },
  {
    // The official test suite of JSON Schema (MIT), which the source of this package contains.
    name: 'json-schema',
    package: ['--no-binary', 'jsonschema', 'jsonschema==4.25.1'],
    sha256: 'e4a9655ce0da0c0b67a085847e00a3a51449e1157f4f75e9fb5aa545e122eb85',
    unpack: 'tarfile',
    inside: 'jsonschema-4.25.1/json/tests',
  },
];

const fetchSet = (set) => {
  const work = mkdtempSync(join(tmpdir(), 'atelier-suite-'));
  try {
    const python = (...args) =>
      execFileSync('python3', args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', join(work, 'in'), ...set.package);
    const [archive = ''] = readdirSync(join(work, 'in'));
    const path = join(work, 'in', archive);
    const found = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (found !== set.sha256) throw new Error(`its hash is ${found}`);
    python('-m', set.unpack, '-e', path, join(work, 'out'));
    mkdirSync(testDataFolder, { recursive: true });
    // The cache may be on another disk than the temporary folder.
    const part = join(testDataFolder, `${set.name}.${process.pid}`);
    execFileSync('cp', ['-r', join(work, 'out', set.inside), part]);
    renameSync(part, join(testDataFolder, set.name));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Makes sure that the suites are here. When they cannot be had, the tests that need them say so. */
export const ensureTestData = () => {
  const absent = sets.filter(({ name }) => !existsSync(join(testDataFolder, name)));
  if (absent.length === 0) return;
  console.log('Fetching test suites by others …');
  ensureNeeds(['pip']);
  for (const set of absent) {
    try {
      fetchSet(set);
    } catch (error) {
      console.log(`${set.package.at(-1)} could not be fetched with pip: ${error.message}`);
    }
  }
};
