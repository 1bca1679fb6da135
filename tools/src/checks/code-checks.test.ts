import { describe, expect, it } from 'vitest';
import { codeChecks } from './code-checks.ts';
import type { SourceTree } from './source-tree.ts';

const treeOf = (path: string, text: string): SourceTree => ({ root: '.', files: [{ path, text }] });
const rulesFor = (path: string, text: string) =>
  codeChecks.filter((check) => check.run(treeOf(path, text)).length > 0).map(({ name }) => name);

const product = 'apps/server/src/modules/assistants/prompts/create-prompt.ts';
const test = 'packages/models/src/price.test.ts';
const style = 'apps/web/src/features/assistants/apps/apps.module.css';
const passing = 'expect(price(1)).toBe(2);';

const sins: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['named-after-the-thing', 'packages/models/src/utils.ts', 'export const one = 1;'],
  ['named-after-the-thing', 'apps/web/src/lib/date-helpers.ts', 'export const one = 1;'],
  ['named-after-the-thing', 'apps/server/src/common/price.ts', 'export const one = 1;'],
  ['no-machine-paths', product, `const folder = '${'/home'}/someone/atelier';`],
  ['no-machine-paths', 'docs/operations.md', `Look into ${'/root'}/data first.`],
  ['no-skipped-tests', test, `it.${'skip'}('counts', () => { ${passing} });`],
  ['no-skipped-tests', test, `describe.${'only'}('price', () => { ${passing} });`],
  ['no-skipped-tests', test, `it.${'skip'}.each([1])('counts', () => { ${passing} });`],
  ['no-skipped-tests', 'e2e/chat.spec.ts', `test.${'fixme'}(true, 'later'); ${passing}`],
  ['tests-expect', test, "it('runs', () => { price(1); });"],
  ['no-mocked-own-modules', test, `vi.${'mock'}('./price.ts'); ${passing}`],
  ['no-mocked-own-modules', test, `vi.${'mock'}('@atelier/models'); ${passing}`],
  ['no-bare-json-parse', product, 'const value = JSON.parse(text);'],
  ['no-shell', product, "spawn('ls', { shell: true });"],
  ['no-hidden-import', product, "const vm = await import('node:vm');"],
  ['no-hidden-import', product, "const { request } = require('undici');"],
  [
    'no-map-by-services',
    'apps/server/src/kernel/runs/here.ts',
    'const own = new WeakMap<Services, Executor>();',
  ],
  ['no-cast-to-never', product, `const input = stored ${'as'} never;`],
  ['no-cast-to-never', 'bench/src/main.ts', `send(request ${'as'} never);`],
  ['stored-input-has-schema', product, "const id = String(input['documentId']);"],
  ['stored-input-has-schema', product, 'const id = String(payload?.documentId);'],
  ['stored-input-has-schema', product, 'const id = String(stored.documentId);'],
  ['suppressions-say-why', product, `// oxlint-${'disable'}-next-line no-console`],
  ['three-weights', style, '.title {\n  font-weight: 550;\n}'],
  ['three-weights', style, '.title {\n  font-weight: bold;\n}'],
  ['three-weights', style, ':root {\n  --mantine-heading-font-weight: 620;\n}'],
  ['three-weights', style, '.title {\n  font: 600 1rem / 1.5 var(--at-font);\n}'],
  ['three-weights', 'apps/web/src/ui/theme/tokens.css', ':root {\n  --at-medium: 550;\n}'],
  ['three-weights', 'apps/web/src/features/apps/name.tsx', 'export const Name = () => <Text fw={600} />;'],
  ['modules-are-ordered', 'apps/server/src/modules/assistants/surprise/index.ts', 'export const one = 1;'],
];

const innocent: readonly (readonly [path: string, text: string])[] = [
  ['packages/models/src/commonmark.ts', 'export const one = 1;'],
  [product, "const route = '/api/work/home/root';"],
  [product, `// oxlint-${'disable'}-next-line no-console -- the console is the product here`],
  [product, '/** A knowledge base whose graph was never built. */'],
  [product, 'const text = String(inputs.length);'],
  [test, `const input = stored ${'as'} never; ${passing}`],
  [test, `it('skips blank lines', () => { ${passing} });`],
  [test, `vi.mock('nodemailer'); ${passing}`],
  ['apps/server/src/kernel/outbound/outbound.ts', "const { request } = await import('undici');"],
  ['apps/server/src/kernel/read.ts', "const read = new WeakMap<Services['config'], Catalogue>();"],
  ['apps/server/src/modules/assistants/prompts/index.ts', 'export const one = 1;'],
  [style, '.title {\n  font: inherit;\n  font-weight: var(--at-medium);\n  font-size: 1rem;\n}'],
  ['apps/web/src/ui/fonts.css', '@font-face {\n  font-weight: 500;\n}'],
];

describe('checks of code', () => {
  it.each(sins)('%s fires on %s: %s', (rule, path, text) => {
    expect(rulesFor(path, text)).toEqual([rule]);
  });

  it.each(innocent)('lets %s through: %s', (path, text) => {
    expect(rulesFor(path, text)).toEqual([]);
  });

  it('has a planted sin for every rule', () => {
    const sinned = new Set(sins.map(([rule]) => rule));
    expect(codeChecks.map(({ name }) => name).filter((name) => !sinned.has(name))).toEqual([]);
  });

  it('points at the line', () => {
    const check = codeChecks.find(({ name }) => name === 'no-shell');
    const findings = check?.run(treeOf(product, "spawn('ls', {\n  shell: true,\n});"));
    expect(findings?.map(({ line }) => line)).toEqual([2]);
  });
});
