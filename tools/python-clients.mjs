// The official clients in Python, for the tests that run the examples in Python, and the official protocol buffers of OpenTelemetry, for a
// machine without a collector. They are no part of this repository.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = ['openai==3.57.0', 'mcp==2.3.0', 'opentelemetry-proto==1.45.2'];

/** The folder for PYTHONPATH. Its name has the versions, so that others are fetched anew. */
export const pythonClients = join(
  root,
  'node_modules',
  '.cache',
  `python-${packages.join('-').replaceAll('==', '-')}`,
);

/** Makes sure that the clients are here. When they cannot be had, the tests that need them fail and say so. */
export const ensurePythonClients = () => {
  if (existsSync(pythonClients)) return;
  console.log('Fetching the official clients in Python for the tests …');
  ensureNeeds(['pip']);
  const part = `${pythonClients}.${process.pid}`;
  try {
    mkdirSync(part, { recursive: true });
    const options = { stdio: ['ignore', 'ignore', 'inherit'] };
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--target', part, ...packages], options);
    renameSync(part, pythonClients);
  } catch (error) {
    console.log(`${packages.join(' and ')} could not be fetched with pip: ${error.message}`);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
};
