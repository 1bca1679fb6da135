import { dirname, relative } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { exportChecks } from './export-checks.ts';

const findingsOf = (files: Readonly<Record<string, string>>) => {
  const tree = { root: '/', files: Object.entries(files).map(([path, text]) => ({ path, text })) };
  return exportChecks.flatMap((check) => check.run(tree));
};

const named = (count: number, prefix = 'a') => Array.from({ length: count }, (_none, at) => `${prefix}${at}`);
const constants = (names: readonly string[]) => names.map((name) => `export const ${name} = 1;`).join('\n');

const module = 'apps/web/src/features/assistants/flows';
const index = `${module}/index.ts`;

describe('the face of a module or a package', () => {
  it.each(['apps/web/src/features/assistants/prompts/index.tsx', 'packages/flows/src/index.ts', index])(
    'is refused from twenty-one names on: %s',
    (path) => {
      const text = (count: number) => `export { ${named(count).join(', ')} } from './prompts.ts';`;
      expect(findingsOf({ [path]: text(21) })).toEqual([
        { path, message: '21 names are exported; 20 may. Export less, or divide the package into subpaths.' },
      ]);
      expect(findingsOf({ [path]: text(20) })).toEqual([]);
    },
  );

  it('counts every kind of export, and each name once', () => {
    const text = [
      constants(named(16)),
      'export function read() {}',
      'export interface Prompt {}',
      'export type { Row, type Other as Shown } from "./tables.ts";',
      'export default read;',
      'export { a0 };',
    ].join('\n');
    expect(findingsOf({ [index]: text })[0]?.message).toMatch(/^21 names/);
  });

  it('counts the names behind a star, from file to file', () => {
    const files = {
      [index]: "export * from './service.ts';\nexport const one = 1;",
      [`${module}/service.ts`]: `${constants(named(10))}\nexport * from './parts/parts.ts';`,
      [`${module}/parts/parts.ts`]: constants(named(10, 'b')),
    };
    expect(findingsOf(files).map(({ path, message }) => [path, message.slice(0, 8)])).toEqual([
      [index, '21 names'],
    ]);
  });

  it('is each entry that a package names, but not the files behind a pattern', () => {
    const files = {
      'packages/flows/package.json': JSON.stringify({
        exports: { './read': './src/read.ts', './*': './src/*.ts' },
      }),
      'packages/flows/src/read.ts': constants(named(21)),
      'packages/flows/src/write.ts': constants(named(21)),
    };
    expect(findingsOf(files).map(({ path }) => path)).toEqual(['packages/flows/src/read.ts']);
  });
});

describe('the index.ts of a module of the server', () => {
  const path = 'apps/server/src/modules/assistants/prompts/index.ts';
  const refused = [
    { path, message: 'A face of a module only exports from its other files; module.ts wires them.' },
  ];

  it('only exports from other files', () => {
    expect(
      findingsOf({ [path]: "export { one } from './one.ts';\nexport type { Two } from './two.ts';" }),
    ).toEqual([]);
  });

  it.each([
    "import { one } from './one.ts';\nexport const two = [one];",
    "import { one } from './one.ts';\nexport { one };",
    "import './one.ts';",
  ])('may not hold %j', (text) => {
    expect(findingsOf({ [path]: text })).toEqual(refused);
  });

  const handedOut = [
    {
      path,
      message: 'promptRepository is exported. Export a function that says what it does for its callers.',
    },
  ];

  it.each([
    "export { findPrompt, promptRepository } from './repository.ts';",
    "export { rows as promptRepository } from './repository.ts';",
    "export * from './repository.ts';",
  ])('may not hand out a repository by %j', (text) => {
    const repository = 'export const promptRepository = {};\nexport const findPrompt = 1;';
    const files = { [path]: text, [`${dirname(path)}/repository.ts`]: repository };
    expect(findingsOf(files)).toEqual(handedOut);
  });

  it('may hand out functions and types of a repository', () => {
    const text = "export { findPrompt, type PromptRow } from './repository.ts';";
    expect(findingsOf({ [path]: text })).toEqual([]);
  });
});

describe('the declarations.ts of a module of the server', () => {
  const folder = 'apps/server/src/modules/assistants/prompts';
  const path = `${folder}/declarations.ts`;
  const declaring = {
    [path]: "export { promptEvents } from './events.ts';\nexport type { PromptRow } from './tables.ts';",
    [`${folder}/events.ts`]: "import { define } from '../../../kernel/events/define.ts';",
    [`${folder}/tables.ts`]: "import { userProfiles } from '../../account/identity/declarations.ts';",
    'apps/server/src/kernel/events/define.ts': '',
    'apps/server/src/modules/account/identity/declarations.ts': '',
  };

  it('may name events, rows and the declarations of other modules', () => {
    expect(findingsOf(declaring)).toEqual([]);
  });

  it.each([
    `${folder}/repository.ts`,
    `${folder}/service/read-prompt.ts`,
    `${folder}/version-routes.ts`,
    'apps/server/src/modules/account/identity/index.ts',
  ])('may not lead to %s', (work) => {
    const text = `import '${relative(folder, work).replace(/^(?!\.)/, './')}';`;
    expect(findingsOf({ ...declaring, [`${folder}/events.ts`]: text, [work]: '' })).toEqual([
      { path, message: `${folder}/events.ts imports ${work}, which works. Export that name from index.ts.` },
    ]);
  });

  it('may only export, and not more than twenty names', () => {
    expect(findingsOf({ [path]: 'export const one = 1;' })).toEqual([
      { path, message: 'A face of a module only exports from its other files; module.ts wires them.' },
    ]);
    expect(findingsOf({ [path]: `export { ${named(21).join(', ')} } from './tables.ts';` })).toEqual([
      { path, message: '21 names are exported; 20 may. Export less, or divide the package into subpaths.' },
    ]);
  });
});
