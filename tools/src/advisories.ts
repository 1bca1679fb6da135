// npm run advisories: asks the registry which locked packages have known weaknesses, and adds what it says to tools/advisories.json, with
// which every npm run verify compares the lockfile.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Advisory, mergeAdvisories, readAudit } from './advisories/read-audit.ts';

const root = join(import.meta.dirname, '..', '..');
const path = join(root, 'tools', 'advisories.json');

const main = (): number => {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
  const found = readAudit(stdout);
  if (found === undefined) {
    console.log('The registry gave no advisories. The file is as it was.');
    return 1;
  }
  const known = JSON.parse(readFileSync(path, 'utf8')) as Advisory[];
  const merged = mergeAdvisories(known, found);
  writeFileSync(path, `[\n${merged.map((advisory) => `  ${JSON.stringify(advisory)}`).join(',\n')}\n]\n`);
  console.log(
    `${merged.length - known.length} new advisories. npm run verify says which of them concern this version.`,
  );
  return 0;
};

process.exitCode = main();
