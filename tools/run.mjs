// Runs a TypeScript file of this repository with the pinned Node: node tools/run.mjs [--built] <file.ts> [arguments]. With
// --built, the product is built first if its sources have changed.
import { resolve } from 'node:path';
import { becomeNode, ensureBuilt, ensureInstalled, main, PrepareError } from './prepare.mjs';

const given = process.argv.slice(2);
const needsBuild = given[0] === '--built';
const [file, ...args] = needsBuild ? given.slice(1) : given;

await main(async () => {
  if (file === undefined) throw new PrepareError('Name the file to run: node tools/run.mjs <file.ts>');
  await ensureInstalled();
  if (needsBuild) await ensureBuilt();
  return becomeNode([resolve(file), ...args]);
});
