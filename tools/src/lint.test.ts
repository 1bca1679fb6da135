import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedTree, plant, runIn } from '../tests/plant.ts';

const server = 'apps/server/src/modules/prompts';
const web = 'apps/web/src/ui';
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `export const n${at} = ${at};`).join('\n');
const long = (count: number, name: string) =>
  `export const ${name} = () => {\n${Array.from({ length: count }, (_, at) => `  Math.fround(${at});`).join('\n')}\n};\n`;
const branches = (count: number) =>
  Array.from({ length: count }, (_, at) => `  if (n === ${at}) return ${at + 1};`).join('\n');
const knotted = (count: number) =>
  `export const knot = (n: number) => {\n${branches(count)}\n  return 0;\n};\n`;

type Sin = readonly [rule: string, path: string, code: string];

const typeSins: readonly Sin[] = [
  ['no-explicit-any', `${server}/any.ts`, 'export const open = (value: any) => value === 1;\n'],
  ['no-non-null-assertion', `${server}/bang.ts`, 'export const sure = (n: number | null) => n! + 1;\n'],
  [
    'no-unsafe-member-access',
    `${server}/parsed.ts`,
    "export const name = () => JSON.parse('{}').name === 1;\n",
  ],
  [
    'no-unsafe-assignment',
    `${server}/assigned.ts`,
    "export const parse = () => { const found = JSON.parse('{}'); return found === 1; };\n",
  ],
  [
    'no-floating-promises',
    `${server}/floating.ts`,
    'const save = async () => { await Promise.resolve(); };\nexport const go = () => { save(); };\n',
  ],
  [
    'no-misused-promises',
    `${server}/misused.ts`,
    "import { EventEmitter } from 'node:events';\nexport const on = (bus: EventEmitter) => bus.on('x', async () => { await Promise.resolve(); });\n",
  ],
  [
    'switch-exhaustiveness-check',
    `${server}/switched.ts`,
    "export const say = (v: 'a' | 'b') => { let s = ''; switch (v) { case 'a': s = 'A'; } return s; };\n",
  ],
  [
    'consistent-type-imports',
    `${server}/typed.ts`,
    "import { Server } from 'node:net';\nexport const port = (server: Server) => server.address();\n",
  ],
  ['ban-ts-comment', `${server}/ignored.ts`, '// @ts-ignore\nexport const wrong: string = 1;\n'],
];

const sizeSins: readonly Sin[] = [
  ['max-lines', `${server}/long-file.ts`, lines(301)],
  ['max-lines', `${server}/long.test.ts`, lines(501)],
  ['max-lines-per-function', `${server}/long-function.ts`, long(60, 'long')],
  ['max-lines-per-function', `${web}/long-component.tsx`, long(120, 'Long')],
  ['complexity', `${server}/knot.ts`, knotted(12)],
  [
    'max-params',
    `${server}/params.ts`,
    'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1) => a + b + c + d + e;\n',
  ],
];

const doorSins: readonly Sin[] = [
  ['no-default-export', `${server}/default.ts`, 'export default 1;\n'],
  ['no-console', `${server}/console.ts`, "export const say = () => console.log('hello');\n"],
  ['no-process-env', `${server}/env.ts`, "export const port = process.env['PORT'];\n"],
  ['no-restricted-properties', `${server}/env-taken.ts`, 'export const { env } = process;\n'],
  [
    'no-restricted-imports',
    `${server}/env-imported.ts`,
    "import { env } from 'node:process';\nexport const p = env;\n",
  ],
  ['no-restricted-globals', `${server}/fetch.ts`, "export const get = () => fetch('http://localhost');\n"],
  ['no-restricted-globals', `${web}/fetch.ts`, "export const get = () => fetch('/api');\n"],
  [
    'no-restricted-properties',
    `${server}/global-fetch.ts`,
    "export const get = () => globalThis.fetch('http://x');\n",
  ],
  [
    'no-restricted-imports',
    `${server}/request.ts`,
    "import { request } from 'node:http';\nexport const r = request;\n",
  ],
  [
    'no-restricted-imports',
    `${server}/https.ts`,
    "import https from 'node:https';\nexport const r = https.get;\n",
  ],
  [
    'no-restricted-imports',
    `${server}/star.ts`,
    "import * as http from 'node:http';\nexport const r = http.get;\n",
  ],
  [
    'no-restricted-imports',
    'packages/models/src/undici.ts',
    "import { request } from 'undici';\nexport const r = request;\n",
  ],
  [
    'no-restricted-imports',
    `${server}/vm.ts`,
    "import { runInNewContext } from 'node:vm';\nexport const r = runInNewContext;\n",
  ],
  [
    'no-restricted-imports',
    'apps/server/src/kernel/outbound-vm.ts',
    "import vm from 'node:vm';\nexport const r = vm;\n",
  ],
  [
    'no-restricted-imports',
    `${server}/exec.ts`,
    "import { exec } from 'node:child_process';\nexport const r = exec;\n",
  ],
  ['no-eval', `${server}/eval.ts`, "export const r = () => eval('1') === 1;\n"],
  ['no-new-func', `${server}/function.ts`, "export const r = new Function('return 1');\n"],
  ['no-implied-eval', `${server}/implied.ts`, "export const r = () => setTimeout('1', 1);\n"],
];

const habitSins: readonly Sin[] = [
  ['no-unused-vars', `${server}/unused.ts`, "import { join } from 'node:path';\nexport const one = 1;\n"],
  ['no-warning-comments', `${server}/later.ts`, `// TO${'DO'}: later\nexport const one = 1;\n`],
  ['no-empty', `${server}/empty.ts`, 'export const f = () => { try { f(); } catch {} };\n'],
  ['eqeqeq', `${server}/equal.ts`, 'export const same = (a: number, b: number) => a == b;\n'],
  [
    'no-focused-tests',
    `${server}/lone.test.ts`,
    "import { expect, it } from 'vitest';\nit.only('a', () => { expect(1).toBe(1); });\n",
  ],
  [
    'no-disabled-tests',
    `${server}/idle.test.ts`,
    "import { expect, it } from 'vitest';\nit.skip('a', () => { expect(1).toBe(1); });\n",
  ],
  [
    'rules-of-hooks',
    `${web}/hook.tsx`,
    "import { useState } from 'react';\nexport const Hook = ({ on }: { on: boolean }) => { if (on) useState(1); return null; };\n",
  ],
  [
    'exhaustive-deps',
    `${web}/deps.tsx`,
    "import { useEffect } from 'react';\nexport const Deps = ({ n }: { n: number }) => { useEffect(() => { document.title = String(n); }, []); return null; };\n",
  ],
  ['alt-text', `${web}/picture.tsx`, 'export const Picture = () => <img src="/a.png" />;\n'],
  ['label-has-associated-control', `${web}/label.tsx`, 'export const Label = () => <label>Name</label>;\n'],
  [
    'click-events-have-key-events',
    `${web}/click.tsx`,
    'export const Click = ({ go }: { go: () => void }) => <div onClick={go}>Go</div>;\n',
  ],
];

const sins = [...typeSins, ...sizeSins, ...doorSins, ...habitSins];

/** Code that the rules must accept, each next to the violation that it resembles. */
const innocent: Readonly<Record<string, string>> = {
  'apps/server/src/kernel/config-reader.ts': "export const port = process.env['PORT'];\n",
  'apps/server/src/kernel/outbound/outbound.ts':
    "import { request } from 'undici';\nexport const open = request;\n",
  'apps/web/src/lib/client.ts': "export const get = () => fetch('/api');\n",
  [`${server}/listen.ts`]: "import { createServer } from 'node:http';\nexport const listen = createServer;\n",
  [`${server}/spawned.ts`]:
    "import { execFile } from 'node:child_process';\nexport const start = execFile;\n",
  'packages/models/src/undici-types.ts':
    "import type { Dispatcher } from 'undici';\nexport type D = Dispatcher;\n",
  [`${server}/full-file.ts`]: lines(300),
  [`${server}/full.test.ts`]: lines(500),
  [`${server}/full-function.ts`]: long(58, 'full'),
  [`${server}/untied.ts`]: knotted(11),
  [`${web}/full-component.tsx`]: long(118, 'Full'),
  'packages/models/tests/fake.ts': "export const ask = () => fetch('http://127.0.0.1/');\n",
};

interface Diagnostic {
  code: string;
  filename: string;
}
const asReport = (text: string) => JSON.parse(text) as { diagnostics: Diagnostic[] };

describe('lint', () => {
  let tree: PlantedTree;
  let diagnostics: Diagnostic[] = [];
  const rulesAt = (path: string) =>
    diagnostics
      .filter(({ filename }) => filename.endsWith(path))
      .map(({ code }) => /\(([^)]+)\)/.exec(code)?.[1] ?? code);

  beforeAll(async () => {
    tree = plant({ ...innocent, ...Object.fromEntries(sins.map(([, path, code]) => [path, code])) });
    const { output } = await runIn(tree.folder, ['oxlint', '--format=json']);
    ({ diagnostics } = asReport(output));
  }, 60_000);
  afterAll(() => tree.uproot());

  it.each(sins)('%s fires on %s', (rule, path) => {
    expect(rulesAt(path)).toContain(rule);
  });

  it.each(Object.keys(innocent))('lets %s through', (path) => {
    expect(rulesAt(path)).toEqual([]);
  });
});
