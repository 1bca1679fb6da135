// The generator of clients of the OpenAPI project, a program in Java, for the test that has a client made from the description of the API. It
// is no part of this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNeeds } from './test-needs.mjs';

const version = '7.25.0';
const sha256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'node_modules', '.cache', `api-generator-${version}`);

/** The program, for `java -jar`. */
export const apiGenerator = join(folder, `openapi-generator-cli-${version}.jar`);

/** Makes sure that the generator and Java are here. When they cannot be had, the test that needs them fails and says so. */
export const ensureApiGenerator = () => {
  ensureNeeds(['maven', 'java']);
  if (existsSync(apiGenerator)) return;
  console.log('Fetching the generator of clients for the tests …');
  const part = `${folder}.${process.pid}`;
  try {
    mkdirSync(part, { recursive: true });
    execFileSync(
      'mvn',
      [
        ...['--quiet', '--batch-mode', '-Dstyle.color=never'],
        'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
        `-Dartifact=org.openapitools:openapi-generator-cli:${version}`,
        `-DoutputDirectory=${part}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const bytes = readFileSync(join(part, `openapi-generator-cli-${version}.jar`));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('it is another file');
    renameSync(part, folder);
  } catch (error) {
    console.log(`The generator of clients could not be fetched with mvn: ${error.message}`);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
};
