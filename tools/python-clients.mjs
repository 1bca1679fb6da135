// Programs in Python for the tests: the official clients for the examples in Python, the official protocol buffers of OpenTelemetry, for a
// machine without a collector, and the fuzzer of the API. They are no part of this repository.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = [
  ...['openai==3.57.0', 'mcp==2.3.0', 'opentelemetry-proto==1.45.2'],
  // What a client needs that is made from the description of the API.
  ...['urllib3==2.8.0', 'python-dateutil==4.0.0'],
];
const fuzzerPackages = ['schemathesis==4.32.5'];

/** Returns the folder for PYTHONPATH with these packages. Its name has the versions, so that others are fetched anew. */
const folderFor = (names) =>
  join(root, 'node_modules', '.cache', `python-${names.join('-').replaceAll('==', '-')}`);

export const pythonClients = folderFor(packages);
export const pythonFuzzer = folderFor(fuzzerPackages);

const ensurePackages = (names) => {
  const folder = folderFor(names);
  if (existsSync(folder)) return;
  console.log(`Fetching ${names.join(', ')} for the tests …`);
  ensureNeeds(['pip']);
  const part = `${folder}.${process.pid}`;
  try {
    mkdirSync(part, { recursive: true });
    const options = { stdio: ['ignore', 'ignore', 'inherit'] };
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--target', part, ...names], options);
    renameSync(part, folder);
  } catch (error) {
    console.log(`${names.join(' and ')} could not be fetched with pip: ${error.message}`);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
};

/** Makes sure that the clients are here. When they cannot be had, the tests that need them fail and say so. */
export const ensurePythonClients = () => ensurePackages(packages);

/** Makes sure that the fuzzer of the API is here. */
export const ensurePythonFuzzer = () => ensurePackages(fuzzerPackages);
