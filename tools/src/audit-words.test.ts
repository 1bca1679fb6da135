import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const model = 'apps/web/src/features/operate/audit/model';

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** Returns the actions that a source writes to the audit log. */
const actionsIn = (source: string): string[] =>
  [...source.matchAll(/\baudit(?:All)?\(\s*'(\w+\.\w+)'/g)].flatMap(([, action]) => action ?? []);

it('has words for each action that the server writes to the audit log, and for its area', () => {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const written = new Set(sources.flatMap((path) => actionsIn(read(path))));
  expect(written.size).toBeGreaterThan(100);
  const known = globSync(`${model}/*-words.ts`, { cwd: root }).map(read).join('\n');
  const wordless = [...written].filter((action) => !known.includes(`'${action}': {`));
  expect(wordless).toEqual([]);
  const areas = new Set([...written].map((action) => action.split('.')[0] ?? ''));
  expect([...areas].filter((area) => !new RegExp(`^  ${area}: '`, 'm').test(known))).toEqual([]);
});
