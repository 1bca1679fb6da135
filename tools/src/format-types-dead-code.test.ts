import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedTree, plant, runIn } from '../tests/plant.ts';

const at = 'packages/retrieval/src';

describe('format, types and dead code', () => {
  let tree: PlantedTree;
  beforeAll(() => {
    tree = plant({
      [`${at}/text/index.ts`]: "import '../used.ts';\n",
      [`${at}/used.ts`]: "import 'left-pad';\nexport const unusedExport = 1;\n",
      [`${at}/deep/unused-file.ts`]: 'export const one = 1;\n',
      [`${at}/crooked.ts`]: 'export const one=1\n',
      [`${at}/index-access.ts`]: 'export const first = (list: string[]): string => list[0];\n',
      [`${at}/enum.ts`]: 'export enum Colour { Red }\n',
      'apps/web/src/optional.tsx':
        'interface Box { label?: string }\nexport const box = (label: string | undefined): Box => ({ label });\n',
    });
  });
  afterAll(() => tree.uproot());

  it('finds a file that is not formatted', async () => {
    const { code, output } = await runIn(tree.folder, ['biome', 'check', `${at}/crooked.ts`]);
    expect(output).toContain('crooked.ts');
    expect(code).toBe(1);
  });

  it('finds what the strict compiler refuses, on the server and in the browser', async () => {
    const [whole, browser] = await Promise.all([
      runIn(tree.folder, ['tsc', '--noEmit', '-p', 'tsconfig.json']),
      runIn(tree.folder, ['tsc', '--noEmit', '-p', 'apps/web/tsconfig.json']),
    ]);
    expect(whole.output).toMatch(/index-access\.ts.*TS2322/);
    expect(whole.output).toMatch(/enum\.ts.*TS1294/);
    expect(browser.output).toMatch(/optional\.tsx.*TS2375/);
  });

  it('finds unused files and exports, and packages that nobody declared', async () => {
    const { code, output } = await runIn(tree.folder, ['knip', '--no-progress', '--no-config-hints']);
    expect(output).toMatch(/Unused files[^]*deep\/unused-file\.ts/);
    expect(output).toMatch(/Unused exports[^]*unusedExport/);
    expect(output).toMatch(/Unlisted dependencies[^]*left-pad/);
    expect(output).toMatch(/Unused dependencies[^]*@orama\/stemmers/);
    expect(code).toBe(1);
  });
});
