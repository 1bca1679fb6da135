import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { filtersOfModules } from '../test-module.mjs';
import { plant, root, runIn } from '../tests/plant.ts';

const expectation = "import { expect, it, vi } from 'vitest';";

describe('a run of tests', () => {
  it('fails a test that writes what nobody expects to the console or the output, and no other', async () => {
    const setup = join(root, 'tools', 'tests', 'expect-silence.ts');
    const { folder, uproot } = plant({
      'vitest.config.mjs': `export default { test: { setupFiles: [${JSON.stringify(setup)}] } };`,
      'tools/planted.test.ts': `${expectation}
        it('is quiet', () => expect(1).toBe(1));
        it('warns', () => { console.warn('stray', 1); expect(1).toBe(1); });
        it('writes', () => { process.stderr.write('stray\\n'); expect(1).toBe(1); });
        it('means it', () => {
          const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
          console.warn('meant');
          expect(log).toHaveBeenCalledExactlyOnceWith('meant');
          log.mockRestore();
        });`,
    });
    const { code, output } = await runIn(folder, ['vitest', 'run', '--reporter=tap-flat']);
    uproot();
    const outcomes = [...output.matchAll(/^(not ok|ok) \d+ - .* > ([\w ]+?) #/gm)];
    expect(outcomes.map(([, how, title]) => `${title}: ${how}`)).toEqual([
      'is quiet: ok',
      'warns: not ok',
      'writes: not ok',
      'means it: ok',
    ]);
    expect(output).toContain('nothing is written that no test expects');
    expect(code).not.toBe(0);
  }, 120_000);
});

describe('a full run', () => {
  it('tries a failed test once more, and writes down which one passed only then', async () => {
    const reporter = join(root, 'tools', 'unsteady-reporter.mjs');
    const { folder, uproot } = plant({
      'vitest.config.mjs': 'export default { test: { retry: 1 } };',
      'tools/planted.test.ts': `${expectation}
        let tries = 0;
        it('is steady', () => expect(1).toBe(1));
        it('passes later', () => expect((tries += 1)).toBe(2));
        it('never passes', () => expect(1).toBe(2));`,
    });
    const list = join(folder, 'unsteady.txt');
    vi.stubEnv('ATELIER_UNSTEADY', list);
    const { output } = await runIn(folder, [
      'vitest',
      'run',
      '--reporter=tap-flat',
      `--reporter=${reporter}`,
    ]);
    vi.unstubAllEnvs();
    const lines = readFileSync(list, 'utf8').trim().split('\n');
    uproot();
    expect(output).toMatch(/^ok \d+ - .*passes later/m);
    expect(output).toMatch(/^not ok \d+ - .*never passes/m);
    expect(lines).toEqual([expect.stringMatching(/planted\.test\.ts: passes later: expected 1 to be 2/)]);
  }, 120_000);

  it('is told so by the configuration, which leaves single tests alone', async () => {
    vi.stubEnv('ATELIER_RETRY', '1');
    vi.resetModules();
    const { default: full } = await import('../../vitest.config.ts');
    vi.stubEnv('ATELIER_RETRY', undefined);
    vi.resetModules();
    const { default: single } = await import('../../vitest.config.ts');
    vi.unstubAllEnvs();
    expect([full.test?.retry, single.test?.retry]).toEqual([1, 0]);
  });
});

describe('the tests of one module', () => {
  it('are those of its contract, its server and its browser side', () => {
    const filters = filtersOfModules(['people']);
    expect(filters).toContain('packages/contracts/src/account/people/');
    for (const place of [
      'apps/server/src/modules/account/people/',
      'apps/web/src/features/account/people/',
    ]) {
      expect(filters).toContain(place);
      expect(existsSync(join(root, place))).toBe(true);
    }
  });

  it('are asked for by a name that there is', () => {
    expect(() => filtersOfModules(['knowlege'])).toThrow(/NAME is one of: .*\bpeople\b/);
    expect(() => filtersOfModules([])).toThrow(/npm test -- module NAME/);
  });
});
