import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../dump-database.ts';
import { flowBed } from '../flow-bed.ts';
import { respondWith } from '../flow-json.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { inParallel, pathOf } from '../matrix/ask.ts';
import { foundTenant } from '../matrix/found-tenant.ts';
import { matrices } from '../matrix/index.ts';
import { labelOf, type Own, type Parts, type Row } from '../matrix/matrix.ts';
import { startWaitingRun } from './waiting-run.ts';

const reads: { endpoint: Endpoint; row: Row }[] = Object.values(matrices).flatMap(({ contract, rows }) =>
  Object.entries(contract.endpoints).flatMap(([name, endpoint]) => {
    const row = rows[name];
    return endpoint.method === 'GET' && row ? [{ endpoint, row }] : [];
  }),
);

/** The tables that a server writes by itself, without a call: that it works, what was computed and counted, and its queue of jobs. */
const isRestless = (table: string): boolean =>
  table.startsWith('graphile_worker.') ||
  ['public.computing_time', 'public.executors', 'public.monitor_hours', 'public.monitor_notes'].includes(
    table,
  );

describe('a HEAD, as link checkers and previews send it', () => {
  let server: TestServer;
  let own: Own;
  let flows: ReturnType<typeof flowBed>;

  beforeAll(async () => {
    server = await startTestServer();
    own = await foundTenant(server);
    flows = flowBed(server, own.owner);
  });
  afterAll(() => server.close());

  const head = async (path: string): Promise<number> => {
    const { status } = await fetch(server.origin + path, {
      method: 'HEAD',
      redirect: 'manual',
      headers: own.owner.headers(),
      signal: AbortSignal.timeout(10_000),
    });
    return status;
  };

  const rowsNow = async (): Promise<string[]> =>
    (await dumpDatabase(server))
      .filter(({ table }) => !isRestless(table))
      .map(({ table, row }) => `${table} ${row}`)
      .sort();

  /** Returns the rows once two looks, half a second apart, find the same: nothing works in the background any more. */
  const rowsAtRest = async (): Promise<string[]> => {
    let last = await rowsNow();
    for (let look = 0; look < 60; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const now = await rowsNow();
      if (now.join('\n') === last.join('\n')) return now;
      last = now;
    }
    throw new Error('the server does not come to rest');
  };

  it('leaves no trace at any address, and never waits', async () => {
    const calls: { endpoint: Endpoint; parts: Parts }[] = [];
    for (const { endpoint, row } of reads) {
      const parts = 'naming' in row ? await row.naming(own) : (row.parts ?? {});
      calls.push({ endpoint, parts });
    }
    // The session of the owner is used, and noted as used, before the first look.
    await own.owner.fetch('/api/auth/session');
    const before = await rowsAtRest();
    const failed: string[] = [];
    await inParallel(calls, async ({ endpoint, parts }) => {
      const status = await head(pathOf(endpoint, parts)).catch(String);
      if (typeof status === 'string' || status >= 500) failed.push(`${labelOf(endpoint)}: ${status}`);
    });
    const after = await rowsAtRest();
    expect(failed).toEqual([]);
    const [old, present] = [new Set(before), new Set(after)];
    expect(after.filter((row) => !old.has(row))).toEqual([]);
    expect(before.filter((row) => !present.has(row))).toEqual([]);
    expect(calls.length).toBeGreaterThan(150);
  }, 120_000);

  it('starts no flow, which a GET does', async () => {
    const flowId = await flows.publish([respondWith('step_1', 'started')]);
    const path = `/api/orchestrator/webhooks/${flowId}`;
    expect([await head(path), await head(`${path}/sync`)]).toEqual([200, 200]);
    const { items } = await own.owner.call(flowRuns.endpoints.list, { query: { flowId } });
    expect(items).toEqual([]);
    const answer = await fetch(`${server.origin}${path}/sync`);
    expect([answer.status, await answer.text()]).toEqual([200, 'started']);
  });

  it('continues no run, nor does a GET: a browser is led to a page, and a program told to send a POST', async () => {
    const path = await startWaitingRun(flows);
    const visit = async (accept: string, method = 'GET') => {
      const { status, headers } = await fetch(`${server.origin}${path}?choice=a&choice=b`, {
        method,
        redirect: 'manual',
        headers: { accept },
      });
      return { status, location: headers.get('location') };
    };
    const token = path.split('/').at(-1) ?? '';
    const location = `/resume/${encodeURIComponent(token)}?choice=a&choice=b`;
    expect(await visit('text/html,application/xhtml+xml', 'HEAD')).toEqual({ status: 303, location });
    expect(await visit('text/html,application/xhtml+xml')).toEqual({ status: 303, location });
    expect(await visit('*/*')).toEqual({ status: 400, location: null });
    const resumed = await fetch(`${server.origin}${path}?choice=a`, { method: 'POST' });
    expect(resumed.status).toBe(200);
  });
});
