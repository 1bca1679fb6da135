// Checks which files import which: node tools/run.mjs tools/src/boundaries.ts [folder].

import { existsSync, globSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ICruiseResult } from 'dependency-cruiser';
import { areaEdges, areaOrder } from './area-edges.ts';
import { boundaryRules } from './boundary-rules.ts';
import { type Edge, moduleEdges, moduleOrder } from './module-order.ts';

// dependency-cruiser needs the API of TypeScript 5. With the root's TypeScript 7 it does not see any imports.
const toolsRequire = createRequire(import.meta.url);
registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript($|\/)/.test(specifier) && context.parentURL?.includes('/dependency-cruiser/') === true
      ? { url: pathToFileURL(toolsRequire.resolve(specifier)).href, shortCircuit: true }
      : next(specifier, context),
});

const cruiseFolder = async (folder: string): Promise<ICruiseResult> => {
  const { cruise } = await import('dependency-cruiser');
  const roots = ['apps', 'packages', 'e2e', 'bench', 'tools'].filter((name) =>
    existsSync(resolve(folder, name)),
  );
  const { output } = await cruise(
    roots,
    {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: boundaryRules },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|data|fixtures|results)/' },
      tsPreCompilationDeps: true,
      moduleSystems: ['es6', 'cjs'],
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  );
  if (typeof output === 'string') throw new Error(output);
  return output;
};

const pointingRight = <Name extends string>(
  rule: string,
  order: readonly Name[],
  edges: readonly Edge<Name>[],
) =>
  edges
    .filter(({ from, to }) => order.indexOf(to) >= order.indexOf(from))
    .map(({ from, to }) => `${rule}: the declared edge ${from} → ${to} points right`);

const rightwardEdges = () => [
  ...pointingRight('area-order', areaOrder, areaEdges),
  ...pointingRight('module-order', moduleOrder, moduleEdges),
];

const skipped = ['node_modules', 'dist', 'data', 'fixtures', 'results'];

/** Returns the TypeScript files that the tool did not see. If there are any, its silence means nothing. */
const unseenFiles = (folder: string, seen: ReadonlySet<string>) => {
  const files = globSync('{apps,packages,e2e,bench,tools}/**/*.{ts,tsx}', {
    cwd: folder,
    exclude: (path) => skipped.includes(basename(path)),
  });
  return files.filter((file) => !seen.has(file) && !file.endsWith('.d.ts'));
};

const folder = resolve(process.argv[2] ?? '.');
const { summary, modules } = await cruiseFolder(folder);
const own = new Set(modules.map(({ source }) => source).filter((source) => !source.includes('node_modules')));
const comments = new Map(boundaryRules.map(({ name, comment }) => [name, comment]));
const problems = new Set([
  ...summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to} (${comments.get(rule.name) ?? ''})`,
  ),
  ...unseenFiles(folder, own).map((file) => `unseen-file: ${file} (is TypeScript 5 installed in tools?)`),
  ...rightwardEdges(),
]);
if (own.size === 0) problems.add('unseen-file: no module was seen at all');

for (const problem of problems) console.log(problem);
console.log(
  `${own.size} modules, ${summary.totalDependenciesCruised ?? 0} imports, ${problems.size} problems`,
);
if (problems.size > 0) process.exitCode = 1;
