import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const near = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sources = near('../../');
const atoms = new Set(
  [...readFileSync(`${sources}ui/theme/atoms.css`, 'utf8').matchAll(/^\.([\w-]+) \{$/gm)].map(
    ([, name]) => name ?? '',
  ),
);
const screens = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => readFileSync(sources + file, 'utf8'));

/** The class names that stand as plain text in an attribute, as `className="stack-4 min-0"` does. */
const plainNames = screens.flatMap((text) =>
  [...text.matchAll(/\b\w*[cC]lassName="([^"]+)"/g)].flatMap(([, names]) => (names ?? '').split(' ')),
);

/** Names by which the canvas of the flows knows which elements take part in dragging and scrolling. */
const canvasNames = ['nodrag', 'nopan', 'nowheel'];

describe('atoms', () => {
  it('declare every class that a screen names in plain text', () => {
    const unknown = plainNames.filter((name) => !atoms.has(name) && !canvasNames.includes(name));
    expect([...new Set(unknown)]).toEqual([]);
    expect(plainNames.length).toBeGreaterThan(100);
  });

  it('are all in use', () => {
    const used = new Set(
      screens.flatMap((text) =>
        [...text.matchAll(/(["'`])([^"'`\n]*)\1/g)].flatMap(([, , words]) => (words ?? '').split(' ')),
      ),
    );
    expect([...atoms].filter((name) => !used.has(name))).toEqual([]);
  });
});
