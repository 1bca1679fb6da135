import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/kernel/base/errors.ts';
import type { RunContext } from '../../../src/kernel/runs/index.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { ended, moduleOf, outputOf, probe, reached, startOf } from './probe-runs.ts';

const probes = probe('test.moved-clock');
const { works } = probes;
const hour = 3_600_000;

/** Sets the clock of this process, as an operator or a time server does. It goes on from there. */
const setClock = (byMs: number): void => {
  const Real = Date;
  vi.stubGlobal(
    'Date',
    class extends Real {
      constructor(...given: [] | [number | string]) {
        if (given.length === 0) super(Real.now() + byMs);
        else super(given[0]);
      }
      static override now = () => Real.now() + byMs;
    },
  );
};

/** Each of them takes two seconds. */
const delays: Record<string, (run: RunContext) => Promise<unknown>> = {
  'a sleep': (run) => run.sleep('a while', 2000),
  'a wait with a limit': (run) =>
    run.waitFor('nobody', { schema: z.string(), timeoutMs: 2000, onTimeout: () => 'over' }),
  'a pause before another try': async (run) => {
    let tries = 0;
    await run.step(
      'fails once',
      () => {
        tries += 1;
        if (failed.has(run.runId)) return tries;
        failed.add(run.runId);
        throw new AppError('server.unavailable');
      },
      { retry: { attempts: 2, pauseMs: 2000 } },
    );
  },
};
const failed = new Set<string>();

describe('a delay of two seconds in a run', () => {
  let server: TestServer;
  let tenantId: string;
  const start = startOf(() => server.contextOf(tenantId), probes.definition);

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [moduleOf(probes.definition)] });
    tenantId = (await server.signUp()).user.tenantId;
  });
  afterEach(() => void vi.unstubAllGlobals());
  afterAll(() => server.close());

  const cases = [hour, -hour].flatMap((byMs) => ['before', 'during'].map((when) => ({ byMs, when })));

  it.each(cases)(
    'takes two seconds with a clock that is set by $byMs ms $when it',
    async ({ byMs, when }) => {
      if (when === 'before') setClock(byMs);
      const begun = Object.entries(delays).map(async ([name, delay]) => {
        const from = performance.now();
        const id = await start(
          works(`${name} ${byMs} ${when}`, async (run) => {
            await delay(run);
            return Math.round(performance.now() - from);
          }),
        );
        if (when === 'during')
          await reached(server, id, name === 'a pause before another try' ? 'QUEUED' : 'WAITING');
        return id;
      });
      const ids = await Promise.all(begun);
      if (when === 'during') setClock(byMs);
      for (const run of await Promise.all(ids.map((id) => ended(server, id)))) {
        expect(outputOf(run)).toBeGreaterThanOrEqual(1990);
        expect(outputOf(run)).toBeLessThan(10_000);
        // It was released and claimed again, and not again and again until its time had come.
        expect(run.epoch).toBeLessThanOrEqual(4);
      }
    },
    30_000,
  );
});
