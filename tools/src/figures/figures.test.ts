import { describe, expect, it } from 'vitest';
import type { SourceTree } from '../checks/source-tree.ts';
import { figures } from './figures.ts';
import { findCircles, findLongestChain } from './import-graph.ts';
import { readSources } from './sources.ts';

const treeOf = (texts: Readonly<Record<string, string>>): SourceTree => ({
  root: '/',
  files: Object.entries(texts).map(([path, text]) => ({ path, text })),
});

const server = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`apps/server/src/${path}`, text]));

const measure = (name: string, texts: Readonly<Record<string, string>>) => {
  const tree = treeOf(texts);
  const figure = figures.find((each) => each.name === name);
  if (figure === undefined) throw new Error(`There is no figure ${name}.`);
  return figure.measure({ tree, sources: readSources(tree) });
};

describe('the imports of the product', () => {
  it('are followed over files, folders and subpaths of packages, and not into tests', () => {
    const sources = readSources(
      treeOf({
        'apps/server/src/main.ts': `
          import { a } from './a.ts';
          import { b } from './b';
          import '@atelier/models/prompts';
          import '@atelier/contracts/kernel/json';
          import 'node:fs';
          import './main.test.ts';`,
        'apps/server/src/a.ts': '',
        'apps/server/src/b/index.ts': "export * from '../a.ts';",
        'apps/server/src/main.test.ts': '',
        'packages/models/package.json': JSON.stringify({
          name: '@atelier/models',
          exports: { './prompts': './src/prompts/index.ts' },
        }),
        'packages/models/src/prompts/index.ts': '',
        'packages/contracts/package.json': JSON.stringify({
          name: '@atelier/contracts',
          exports: { './*': './src/*.ts' },
        }),
        'packages/contracts/src/kernel/json.ts': '',
      }),
    );
    expect([...sources.keys()]).toHaveLength(5);
    expect(sources.get('apps/server/src/main.ts')?.imports.map(({ to }) => to)).toEqual([
      'apps/server/src/a.ts',
      'apps/server/src/b/index.ts',
      'packages/models/src/prompts/index.ts',
      'packages/contracts/src/kernel/json.ts',
    ]);
    expect(sources.get('apps/server/src/b/index.ts')?.imports).toEqual([
      { to: 'apps/server/src/a.ts', isTypeOnly: false },
    ]);
  });

  it.each([
    ["import type { A } from './b.ts';", true],
    ["import { type A, type B } from './b.ts';", true],
    ["export type { A } from './b.ts';", true],
    ["export { type A } from './b.ts';", true],
    ["import { type A, b } from './b.ts';", false],
    ["import c, { type A } from './b.ts';", false],
    ["import './b.ts';", false],
    ["export * from './b.ts';", false],
  ])('are of types only, or load the file: %s', (text, isTypeOnly) => {
    const sources = readSources(treeOf(server({ 'a.ts': text, 'b.ts': '' })));
    expect(sources.get('apps/server/src/a.ts')?.imports).toEqual([
      { to: 'apps/server/src/b.ts', isTypeOnly },
    ]);
  });

  const graph = readSources(
    treeOf(
      server({
        'a.ts': "import './b.ts'; import './f.ts';",
        'b.ts': "import './c.ts';",
        'c.ts': "import './d.ts';",
        'd.ts': "import type { B } from './b.ts'; import './e.ts';",
        'e.ts': '',
        'f.ts': "import './g.ts';",
        'g.ts': "import './f.ts';",
      }),
    ),
  );
  const names = (paths: readonly string[] | undefined) =>
    paths?.map((path) => path.replace('apps/server/src/', '').replace('.ts', '')).toSorted();

  it('have circles, which may be of types', () => {
    expect(findCircles(graph).map(names)).toEqual([
      ['b', 'c', 'd'],
      ['f', 'g'],
    ]);
    expect(findCircles(graph, { isOfValues: true }).map(names)).toEqual([['f', 'g']]);
  });

  it('have a longest chain, in which a circle counts once', () => {
    const chain = findLongestChain(graph);
    expect(chain).toHaveLength(3);
    expect([chain[0], chain[2]]).toEqual(['apps/server/src/a.ts', 'apps/server/src/e.ts']);
  });
});

describe('the figures', () => {
  it('count the files for each thousand lines of the server', () => {
    const texts = server({ 'a.ts': 'const a = 1;\n'.repeat(90), 'b.ts': 'const b = 1;\n'.repeat(10) });
    expect(measure('files for each 1,000 lines of the server', texts).value).toBe(20);
  });

  it('count functions whose names say of what, and no values', () => {
    const text = `
      const textOf = () => 1;
      function nameOf() { return 2; }
      class A { keyOf() { return 3; } }
      const rules = { partOf: () => 4, sizeOf() { return 5; } };
      const listOf = [1];
      interface B { itemOf(): void }
      const of = () => textOf();`;
    expect(measure('functions whose names end in “Of”', server({ 'a.ts': text }))).toEqual({
      value: 5,
      worst: ['1 × textOf', '1 × nameOf', '1 × keyOf', '1 × partOf', '1 × sizeOf'],
    });
  });

  it('count comments that begin with a word of a question, in code and SQL', () => {
    const texts = {
      'apps/server/src/a.ts':
        '// What it is\n/** Who asks */\n/**\n * Whether it is\n */\n// Somehow\nconst What = 1;\n',
      'apps/server/src/a.test.ts': '// How it is\n',
      'apps/server/migrations/1.sql': '-- Where it is\n-- Anything\n',
      'docs/a.md': '* What it is\n',
    };
    expect(measure('comments that begin as a question', texts)).toEqual({
      value: 4,
      worst: ['3 × apps/server/src/a.ts', '1 × apps/server/migrations/1.sql'],
    });
  });

  it('count the lines of the product without those of its tests', () => {
    const texts = {
      'apps/web/src/a.tsx': 'a\nb\n',
      'apps/web/src/a.css': 'a\n',
      'apps/web/src/a.test.tsx': 'a\n',
      'apps/server/tests/a.ts': 'a\n',
      'tools/src/a.ts': 'a\n',
    };
    expect(measure('lines of the product, without tests', texts).value).toBe(3);
  });
});
