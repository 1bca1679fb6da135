import { describe, expect, it } from 'vitest';
import { moduleChecks } from './module-checks.ts';

const linesOf = (
  rule: string,
  text: string,
  path = 'apps/server/src/modules/assistants/prompts/index.ts',
) => {
  const tree = { root: '/', files: [{ path, text }] };
  return moduleChecks
    .filter(({ name }) => name === rule)
    .flatMap((check) => check.run(tree))
    .map(({ line }) => line);
};

describe('importing a file of the server', () => {
  it.each([
    'registerGraphSearch(answerRetrieval);',
    'registry.add((tx) => find(tx));',
    'await prepare();',
    'new Registration();',
    'registerUse<Prompt>(find);',
    'registry.find = find;',
    "finders['prompts'] = find;",
  ])('may not do anything: %s', (statement) => {
    expect(linesOf('imports-do-nothing', `const one = 1;\n${statement}\n`)).toEqual([2]);
  });

  it('may declare, and call to make a constant', () => {
    const text = [
      "import './events.ts';",
      'export const promptsModule = defineModule({',
      '  routes: [promptRoutes],',
      '  extends: [extend(uses, find)],',
      '});',
      'export function read(path: string) {',
      '  write(path);',
      '}',
      'type Read = (path: string) => void;',
    ].join('\n');
    expect(linesOf('imports-do-nothing', text)).toEqual([]);
  });

  it('may do something in tests and where a process begins', () => {
    for (const path of [
      'apps/server/src/main.ts',
      'apps/server/src/modules/assistants/prompts/a.int.test.ts',
    ])
      expect(linesOf('imports-do-nothing', "describe('prompts', run);", path)).toEqual([]);
  });
});

describe('a file of the server', () => {
  it.each([
    'let keeper: Keeper | undefined;',
    'export let count = 0;',
    'const finders = new Set<FindUses>();',
    'export const uses: Map<string, (id: string) => void> = new Map();',
    'export const all: Prompt[] = [];',
    'const byName: Record<string, Prompt> = {};',
  ])('may not hold what is filled later: %s', (statement) => {
    expect(linesOf('files-hold-no-state', `${statement}\n`)).toEqual([1]);
  });

  it('may hold constants, and state in functions', () => {
    const text = [
      "const kinds = new Set(['A', 'B']);",
      "const names: Record<string, string> = { a: 'A' };",
      'const known = new WeakMap<Pool, number>();',
      'export const createCounter = () => {',
      '  let count = 0;',
      '  const seen = new Set<string>();',
      '  return () => [seen, (count += 1)];',
      '};',
    ].join('\n');
    expect(linesOf('files-hold-no-state', text)).toEqual([]);
  });
});

describe('a route', () => {
  const text =
    'export const promptRoutes = defineRoutes(prompts, {\n  list: (ctx) => ctx.tx(listPrompts),\n});';
  const folder = 'apps/server/src/modules/assistants/prompts';

  it.each(['routes.ts', 'public-routes.ts', 'openid/routes.ts'])('may not open a transaction: %s', (file) => {
    expect(linesOf('routes-open-no-transaction', text, `${folder}/${file}`)).toEqual([2]);
  });

  it('leaves the transaction to the use case', () => {
    expect(linesOf('routes-open-no-transaction', text, `${folder}/service/list-prompts.ts`)).toEqual([]);
    const calling = text.replace('ctx.tx(listPrompts)', 'listPrompts(ctx)');
    expect(linesOf('routes-open-no-transaction', calling, `${folder}/routes.ts`)).toEqual([]);
  });
});

describe('a table or a view', () => {
  const modules = 'apps/server/src/modules';
  const findingsOf = (files: Readonly<Record<string, string>>) => {
    const tree = { root: '/', files: Object.entries(files).map(([path, text]) => ({ path, text })) };
    return moduleChecks
      .filter(({ name }) => name === 'tables-are-declared-once')
      .flatMap((check) => check.run(tree))
      .map(({ path, line }) => `${path}:${line}`);
  };
  const owner = { [`${modules}/account/identity/tables.ts`]: "export const users = pgTable('users', {});" };

  it.each([
    "export const owners = pgTable('users', {});",
    'export const owners = tenantTable(\n  "users",\n  {},\n);',
    "export const owners = pgView('users', {}).existing();",
  ])('may not be declared by two modules: %s', (text) => {
    const second = `${modules}/account/tenancy/tables.ts`;
    expect(findingsOf({ ...owner, [second]: text })).toEqual([
      `${modules}/account/identity/tables.ts:1`,
      `${second}:1`,
    ]);
  });

  it('may not be declared twice in one file', () => {
    const path = `${modules}/account/tenancy/tables.ts`;
    const text = "const a = pgTable('tenants', {});\nconst b = pgTable('tenants', {});";
    expect(findingsOf({ [path]: text })).toEqual([`${path}:1`, `${path}:2`]);
  });

  it('may be declared once, and have a view of another name', () => {
    const view = {
      [`${modules}/account/identity/views.ts`]: "export const persons = pgView('persons', {});",
    };
    expect(findingsOf({ ...owner, ...view })).toEqual([]);
  });
});
