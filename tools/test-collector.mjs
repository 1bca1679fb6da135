// A collector of OpenTelemetry for the tests, built from its official Go modules. It is no part of the product.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'tools', 'collector');
const files = ['go.mod', 'go.sum', 'main.go'];

/** The program. Its name has a hash of its source, so that another version is built anew. */
export const collectorProgram = () => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(source, file)));
  return join(root, 'node_modules', '.cache', `otel-collector-${hash.digest('hex').slice(0, 16)}`);
};

/**
 * Builds the collector where Go is installed. Where it cannot be built, the tests read what is exported with the official protocol buffers
 * in Python instead, and say so.
 */
export const ensureCollector = () => {
  const program = collectorProgram();
  if (existsSync(program)) return;
  console.log('Building a collector of OpenTelemetry for the tests …');
  const part = `${program}.${process.pid}`;
  try {
    mkdirSync(dirname(program), { recursive: true });
    // One processor, because the packages of npm are installed at the same time.
    execFileSync('go', ['build', '-p', '1', '-trimpath', '-o', part, '.'], {
      cwd: source,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
    });
    renameSync(part, program);
  } catch (error) {
    console.log(`The collector could not be built with Go: ${error.message}`);
  } finally {
    rmSync(part, { force: true });
  }
};
