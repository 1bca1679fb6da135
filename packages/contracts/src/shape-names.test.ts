import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { nameShapes } from './shape-names.ts';

const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.test.ts');

it('names every shape that a file of the contracts exports, and no two shapes alike', async () => {
  const names = nameShapes();
  const unnamed: string[] = [];
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    isSource,
  )) {
    const exported = (await import(`./${file}`)) as Record<string, unknown>;
    for (const [name, shape] of Object.entries(exported))
      if (/^[A-Z]/.test(name) && shape instanceof z.ZodType && !names.has(shape))
        unnamed.push(`${name} of ${file}: add the file to shape-names.ts`);
  }
  expect(unnamed).toEqual([]);
  expect(new Set(names.values()).size).toBe(names.size);
  expect(names.size).toBeGreaterThan(480);
});
