import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { contracts } from '../src/index.ts';
import { describeInterface } from './describe-interface.ts';

const sources = join(import.meta.dirname, '..', 'src');

const readExports = async (): Promise<[string, unknown][]> => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(files.map((file) => import(join(sources, file)) as Promise<object>));
  return modules.flatMap((module) => Object.entries(module));
};

afterEach(() => {
  vi.useRealTimers();
});

it('publishes the endpoints, shapes, bounds and defaults that are on record', async () => {
  const description = describeInterface(Object.values(contracts), await readExports());
  await expect(description).toMatchFileSnapshot('published-interface.txt');
});

it('publishes the same on every day', async () => {
  const exported = await readExports();
  const describeOn = (day: string) => {
    vi.setSystemTime(new Date(day));
    return describeInterface(Object.values(contracts), exported);
  };
  expect(describeOn('2028-02-29T23:59:59Z')).toBe(describeOn('2026-01-01T00:00:00Z'));
});
