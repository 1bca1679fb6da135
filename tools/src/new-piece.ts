// npm run new:piece <name>: writes a piece of flows with its test, and adds it to the list.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOfPiece } from './new-piece/piece-files.ts';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'packages/pieces/src');

try {
  const list = readFileSync(join(source, 'all-pieces.ts'), 'utf8');
  const files = Object.entries(filesOfPiece(process.argv[2] ?? '', list));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
    console.log(`packages/pieces/src/${path}`);
  }
  const paths = files.map(([path]) => join(source, path));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...paths], {
    cwd: root,
    stdio: 'inherit',
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
