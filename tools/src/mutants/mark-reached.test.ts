import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readChangedLines } from './changed-lines.ts';
import { findMutants } from './find-mutants.ts';
import { markReached } from './mark-reached.ts';
import { filesBelow, scopeOf } from './scope.ts';

const source = `
export const size = (items, most) => {
  if (items.length > most) return 'many';
  let sum = 0;
  for (const item of items) sum += item ?? 1;
  return sum === 0 ? 'none' : 'some';
};
`;

describe('a marked source', () => {
  it('does the same, and writes which mutants were reached', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-marked-'));
    const log = join(folder, 'reached.log');
    const mutants = findMutants('size.mjs', source).map((mutant, id) => ({ id, mutant }));
    const path = join(folder, 'size.mjs');
    writeFileSync(path, markReached(source, mutants, log).text);
    const { size } = (await import(pathToFileURL(path).href)) as {
      size: (items: unknown[], most: number) => string;
    };
    expect(size([1, 2], 1)).toBe('many');
    const reached = () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => mutants[Number(line.split(' ')[0])]?.mutant.change);
    expect(reached()).toEqual(['> → >=']);
    expect([size([], 1), size([1], 1), size([0], 1)]).toEqual(['none', 'some', 'none']);
    expect(reached()).toContain('=== → !==');
    expect(readFileSync(log, 'utf8')).toContain('mark-reached.test.ts');
    rmSync(folder, { recursive: true });
  });
});

describe('the tests of a mutant', () => {
  it('are those of its package, of its module with its contract, or of the kernel', () => {
    expect(scopeOf('packages/models/src/wire/pace.ts')).toEqual({
      name: 'packages/models',
      projects: ['unit', 'int'],
      filters: ['packages/models/'],
    });
    expect(scopeOf('apps/server/src/modules/assistants/chat/service/ask-app.ts')).toEqual({
      name: 'apps/server/src/modules/assistants/chat',
      projects: ['unit', 'int'],
      filters: [
        'apps/server/src/modules/assistants/chat/',
        'packages/contracts/src/assistants/chat/',
        'packages/contracts/src/assistants/chat.',
      ],
    });
    expect(scopeOf('apps/server/src/kernel/db/schema/migrate.ts')?.filters).toContain(
      'apps/server/tests/kernel/',
    );
  });

  it('exist for product code only', () => {
    for (const path of [
      'packages/models/src/wire/pace.test.ts',
      'tools/src/spec.ts',
      'packages/models/README.md',
    ])
      expect(scopeOf(path)).toBeUndefined();
  });

  it('are asked for by a folder or a file', () => {
    const root = join(import.meta.dirname, '..', '..', '..');
    expect(filesBelow(root, ['packages/models/src/wire/pace.ts'])).toEqual([
      'packages/models/src/wire/pace.ts',
    ]);
    const found = filesBelow(root, ['packages/models']);
    expect(found).toContain('packages/models/src/wire/pace.ts');
    expect(found.every((path) => path.startsWith('packages/models/src/') && !path.endsWith('.test.ts'))).toBe(
      true,
    );
  });
});

describe('the changed lines', () => {
  it('are read from a difference', () => {
    const changed = readChangedLines(`diff --git a/a.ts b/a.ts
--- a/a.ts
+++ b/a.ts
@@ -3 +3,2 @@ const a
-old
+new
+newer
@@ -9,2 +10,0 @@
-gone
-gone
+++ b/b.ts
@@ -0,0 +1 @@
+only
`);
    expect([...(changed.get('a.ts') ?? [])]).toEqual([3, 4]);
    expect([...(changed.get('b.ts') ?? [])]).toEqual([1]);
  });
});
