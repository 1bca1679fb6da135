import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyCheckout, type Outcome, type PlantedTree, runIn } from '../tests/plant.ts';
import { spellNames } from './new-module/names.ts';

const feature = 'thought-boxes';

describe('npm run new:module', () => {
  let tree: PlantedTree;
  let made: Outcome;
  const scaffold = (name: string) => runIn(tree.folder, [join(tree.folder, 'tools/src/new-module.ts'), name]);
  const read = (path: string) => readFileSync(join(tree.folder, path), 'utf8');
  /** Returns the messages of a tool about the new files only. */
  const complaintsOf = async (...command: string[]) => {
    const { output } = await runIn(tree.folder, command);
    return output.split('\n').filter((line) => /thought.?box/i.test(line));
  };

  beforeAll(async () => {
    tree = copyCheckout();
    const order = join(tree.folder, 'tools/src/module-order.ts');
    writeFileSync(order, readFileSync(order, 'utf8').replace("'workers',", `'workers', '${feature}',`));
    made = await scaffold(feature);
  }, 60_000);
  afterAll(() => tree.uproot(), 60_000);

  it('writes the same name in three places, with a table and tests', () => {
    expect(made.code, made.output).toBe(0);
    expect(read('packages/contracts/src/index.ts')).toContain("from './assistants/thought-boxes.ts';");
    expect(read('apps/server/src/modules.ts')).toContain('thoughtBoxesModule,');
    expect(read('apps/web/src/shell/screens.ts')).toContain('...thoughtBoxScreens,');
    expect(read('docs/architecture.md')).toContain(
      '`programs`, `thought-boxes` | the versions of what is edited',
    );
    expect(
      existsSync(
        join(tree.folder, 'apps/server/src/modules/assistants/thought-boxes/thought-boxes.int.test.ts'),
      ),
    ).toBe(true);
    expect(
      existsSync(
        join(tree.folder, 'apps/web/src/features/assistants/thought-boxes/thought-boxes-screen.test.tsx'),
      ),
    ).toBe(true);
    expect(made.output).toMatch(/apps\/server\/migrations\/\d{4}_thought_boxes\.sql/);
  });

  it('makes what the types, the linter, the boundaries and our own checks take', async () => {
    // One type checker for each project, because several would compute the same types again.
    for (const project of ['tsconfig.json', 'apps/web/tsconfig.json'])
      expect(await complaintsOf('tsc', '--noEmit', '--singleThreaded', '-p', project)).toEqual([]);
    const folders = [
      `apps/server/src/modules/assistants/${feature}`,
      `apps/web/src/features/assistants/${feature}`,
    ];
    const files = [...folders, 'packages/contracts/src', 'apps/server/src/modules.ts', 'apps/web/src/shell'];
    expect(await complaintsOf('oxlint', '--format=unix', ...folders)).toEqual([]);
    expect(await complaintsOf('biome', 'check', ...files)).toEqual([]);
    expect(await complaintsOf(join(tree.folder, 'tools/src/boundaries.ts'))).toEqual([]);
    expect(await complaintsOf(join(tree.folder, 'tools/src/checks/main.ts'))).toEqual([]);
  }, 600_000);

  it('refuses a feature that exists, one without a place in the order, and a name that is not plural', async () => {
    expect(await scaffold(feature)).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists already'),
    });
    expect(await scaffold('comets')).toMatchObject({
      code: 1,
      output: expect.stringContaining('module-order.ts'),
    });
    expect(await scaffold('Comet')).toMatchObject({
      code: 1,
      output: expect.stringContaining('plural kebab-case'),
    });
  });
});

describe('names of a feature', () => {
  it.each([
    ['prompts', 'Prompt', 'prompt', 'prm'],
    ['prompt-categories', 'PromptCategory', 'prompt category', 'prm'],
    ['thought-boxes', 'ThoughtBox', 'thought box', 'thg'],
    ['apps', 'App', 'app', 'app'],
  ])('of %s', (plural, Thing, words, prefix) => {
    expect(spellNames(plural, 'assistants')).toMatchObject({ Thing, words, prefix });
  });
});
