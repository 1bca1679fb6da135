// Programs in Python for the tests: the official clients, the official protocol buffers of OpenTelemetry, for a machine without a collector,
// and the fuzzer of the API. They are no part of this repository. The lists name every version, also of what the clients need.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const listOf = (name) => join(root, 'tools', 'python', `${name}.txt`);

/** A folder for PYTHONPATH. Its name changes with what is in it, so that other versions are fetched anew. */
const folderOf = (name, contents) => {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  return join(root, 'node_modules', '.cache', `python-${name}-${hash}`);
};

/** Returns what pip installs into a folder: a list that is complete, or packages with what they need. */
const fromList = (name) => ({
  folder: folderOf(name, readFileSync(listOf(name))),
  given: ['--no-deps', '--requirement', listOf(name)],
});
const fromNames = (name, packages) => ({ folder: folderOf(name, packages.join(' ')), given: packages });

const clients = fromList('clients');
const llamaIndex = fromList('llama-index');
const fuzzer = fromNames('fuzzer', ['schemathesis==4.32.5']);

export const pythonClients = clients.folder;
/** LlamaIndex needs another version of OpenAI's client than the others. */
export const pythonLlamaIndex = llamaIndex.folder;
export const pythonFuzzer = fuzzer.folder;

const ensurePackages = ({ folder, given }) => {
  if (existsSync(folder)) return;
  console.log(`Fetching programs in Python for the tests: ${given.at(-1)} …`);
  ensureNeeds(['pip']);
  const part = `${folder}.${process.pid}`;
  try {
    mkdirSync(part, { recursive: true });
    const options = { stdio: ['ignore', 'ignore', 'inherit'] };
    const install = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--target', part, ...given];
    execFileSync('python3', install, options);
    renameSync(part, folder);
  } catch (error) {
    console.log(`${given.at(-1)} could not be fetched with pip: ${error.message}`);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
};

/** Makes sure that the clients are here. When they cannot be had, the tests that need them fail and say so. */
export const ensurePythonClients = () => {
  ensurePackages(clients);
  ensurePackages(llamaIndex);
};

/** Makes sure that the fuzzer of the API is here. */
export const ensurePythonFuzzer = () => ensurePackages(fuzzer);
