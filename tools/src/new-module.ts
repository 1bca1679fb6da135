// npm run new:module <plural-name>: writes a contract, a server module with its table, a web feature, and tests of both.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { areaOf } from './module-order.ts';
import { contractFile } from './new-module/contract-file.ts';
import { matrixFile } from './new-module/matrix-file.ts';
import { spellNames } from './new-module/names.ts';
import { migration, serverFiles } from './new-module/server-files.ts';
import { weavings } from './new-module/weave.ts';
import { webFiles } from './new-module/web-files.ts';

const root = join(import.meta.dirname, '..', '..');

const under = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, text]) => [join(folder, name), text] as const);

const nextMigration = (table: string) => {
  const numbers = readdirSync(join(root, 'apps/server/migrations')).map((name) => Number.parseInt(name, 10));
  const next = String(Math.max(0, ...numbers.filter(Number.isFinite)) + 1).padStart(4, '0');
  return `apps/server/migrations/${next}_${table}.sql`;
};

/** Returns every file to write, by its path: new files, and existing ones that have to mention the feature. */
const filesOf = (feature: string) => {
  const area = areaOf(feature);
  const names = spellNames(feature, area ?? '');
  if (area === undefined) {
    throw new Error(
      `Give ${feature} its place in tools/src/module-order.ts first: what may it import, and who may import it?`,
    );
  }
  const created = [
    [`packages/contracts/src/${area}/${feature}.ts`, contractFile(names)] as const,
    [nextMigration(names.table), migration(names)] as const,
    ...under(`apps/server/src/modules/${area}/${feature}`, serverFiles(names)),
    [`apps/server/tests/matrix/${area}/${feature}.ts`, matrixFile(names)] as const,
    ...under(`apps/web/src/features/${area}/${feature}`, webFiles(names)),
  ];
  const standing = created.find(([path]) => existsSync(join(root, path)));
  if (standing !== undefined) throw new Error(`${standing[0]} exists already.`);
  const woven = weavings.map(
    ({ path, weave }) => [path, weave(readFileSync(join(root, path), 'utf8'), names)] as const,
  );
  return [...created, ...woven];
};

const main = () => {
  const files = filesOf(process.argv[2] ?? '');
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  const code = files.map(([path]) => path).filter((path) => /\.tsx?$/.test(path));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--log-level=error', ...code], {
    cwd: root,
    stdio: 'inherit',
  });
  console.log(
    `\nNow say in the contract and in the README.md of the module what it really holds. npm run verify tells what that touches, npm test -- module ${process.argv[2]} whether it works.`,
  );
};

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
