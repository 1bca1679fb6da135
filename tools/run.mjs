// Runs a TypeScript file of this repository with the pinned Node: node tools/run.mjs <file.ts> [arguments].
import { resolve } from 'node:path';
import { becomeNode, ensureInstalled, main, PrepareError } from './prepare.mjs';

const [file, ...args] = process.argv.slice(2);

await main(async () => {
  if (file === undefined) throw new PrepareError('Name the file to run: node tools/run.mjs <file.ts>');
  await ensureInstalled();
  return becomeNode([resolve(file), ...args]);
});
