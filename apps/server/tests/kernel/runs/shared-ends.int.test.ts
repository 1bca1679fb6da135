import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SharedEnd } from '../../../src/kernel/runs/index.ts';
import { startRun } from '../../../src/kernel/runs/start/start-run.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { ended, moduleOf, outputOf, probe, readRun } from './probe-runs.ts';

const probes = probe('test.shared', { lane: 'shared' });
const names = ['a', 'b', 'c', 'd'];

describe('runs that end together', () => {
  let server: TestServer;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [moduleOf(probes.definition)] });
    tenantId = (await server.signUp()).user.tenantId;
  });
  afterAll(() => server.close());

  /** Starts a run of each name in one transaction, so that they are claimed and end together. */
  const startAll = () =>
    server.contextOf(tenantId).tx(async (tx) => {
      const ids: string[] = [];
      for (const name of names)
        ids.push((await startRun(tx, probes.definition, { input: { name } })).runId ?? '');
      return ids;
    });

  it('share one transaction, which contains the last writes of them all', async () => {
    const groups: string[][] = [];
    const end: SharedEnd<string> = {
      write: async (tx, values) => {
        groups.push([...values]);
        for (const value of values) await tx.audit('test.ended', value);
      },
    };
    for (const name of names)
      probes.works(name, async (run) => {
        run.endWith(end, name);
        return name;
      });
    const runs = await Promise.all((await startAll()).map((id) => ended(server, id)));
    expect(runs.map(outputOf)).toEqual(names);
    expect(groups.flat().sort()).toEqual(names);
    expect(groups.length).toBeLessThan(names.length);
    const rows = await server.sql<{ name: string }>(
      `select subject_id as name from audit_log where action = 'test.ended' and tenant_id = $1 order by 1`,
      [tenantId],
    );
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it('fail alone when the last writes of one fail, and the others complete once', async () => {
    const end: SharedEnd<string> = {
      write: async (tx, values) => {
        for (const value of values) await tx.audit('test.ended_alone', value);
        if (values.includes('b')) throw new TypeError('b cannot be written');
      },
    };
    for (const name of names)
      probes.works(name, async (run) => {
        run.endWith(end, name);
        return name;
      });
    const ids = await startAll();
    const others = ids.filter((_id, at) => names[at] !== 'b');
    await Promise.all(others.map((id) => ended(server, id)));
    const rows = await server.sql<{ name: string }>(
      `select subject_id as name from audit_log where action = 'test.ended_alone' and tenant_id = $1 order by 1`,
      [tenantId],
    );
    expect(rows.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'b'));
    expect((await readRun(server, ids[1] ?? ''))?.status).not.toBe('COMPLETED');
  });
});
