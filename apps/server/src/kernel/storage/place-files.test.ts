import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlacer } from './place-files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-placer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const draft = async (name: string, target: string) => {
  const path = join(folder, name);
  const handle = await open(path, 'wx');
  await handle.writeFile(name);
  return { handle, path, target: join(folder, target) };
};

it('moves each of many drafts to its path, and fails only the one that cannot be moved', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const place = createPlacer();
  const targets = ['x/one', 'y/two', 'no-folder/three', 'x/four'];
  const drafts = await Promise.all(targets.map((target, at) => draft(`draft-${at}`, target)));
  const placed = await Promise.allSettled(drafts.map(place));
  expect(placed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  for (const at of [0, 1, 3])
    expect(await readFile(join(folder, targets[at] ?? ''), 'utf8')).toBe(`draft-${at}`);
});

it('closes the handles of its drafts', async () => {
  const one = await draft('draft', 'x/one');
  await createPlacer()(one);
  expect(one.handle.fd).toBe(-1);
});
