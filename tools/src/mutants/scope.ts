import { globSync } from 'node:fs';
import { isTest } from '../checks/source-tree.ts';

/** Sources whose mutants the same tests should notice. */
export interface Scope {
  /** A package, or a module of the server: `packages/models`, `apps/server/src/modules/assistants/chat`. */
  name: string;
  /** The tests run in these projects of Vitest, in files whose paths contain one of the filters. */
  projects: readonly string[];
  filters: readonly string[];
  /** True where code runs in confined processes, which cannot write down what they reach: then any test may reach it. */
  isConfined?: true;
}

const modulePath = /^apps\/server\/src\/modules\/([^/]+)\/([^/]+)\//;
const packagePath = /^packages\/[^/]+\/src\//;
const kernelPath = /^apps\/server\/src\/kernel\//;

/** Returns the tests that should notice a mutant of a file, or undefined when the file is no product code that can be tried. */
export const scopeOf = (path: string): Scope | undefined => {
  if (!path.endsWith('.ts') || /\.(d|fixture)\.ts$/.test(path) || isTest(path)) return undefined;
  if (packagePath.test(path)) {
    const name = path.split('/').slice(0, 2).join('/');
    const own: Scope = { name, projects: ['unit', 'int'], filters: [`${name}/`] };
    return name === 'packages/documents' ? { ...own, isConfined: true } : own;
  }
  const [, area = '', module = ''] = modulePath.exec(path) ?? [];
  if (module !== '') {
    const [name, contract] = [
      `apps/server/src/modules/${area}/${module}`,
      `packages/contracts/src/${area}/${module}`,
    ];
    return { name, projects: ['unit', 'int'], filters: [`${name}/`, `${contract}/`, `${contract}.`] };
  }
  const name = 'apps/server/src/kernel';
  return kernelPath.test(path)
    ? { name, projects: ['unit', 'int'], filters: [`${name}/`, 'apps/server/tests/kernel/'] }
    : undefined;
};

/** Returns the product files at or below the given paths, relative to the root. */
export const filesBelow = (root: string, paths: readonly string[]): string[] => {
  const sources = globSync('{packages/*/src,apps/server/src/{modules,kernel}}/**/*.ts', {
    cwd: root,
  }).toSorted();
  const wanted = paths.map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
  return sources.filter(
    (path) =>
      scopeOf(path) !== undefined &&
      wanted.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  );
};
