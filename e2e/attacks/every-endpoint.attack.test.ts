import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../apps/server/tests/client.ts';
import { foundTenant } from '../../apps/server/tests/matrix/found-tenant.ts';
import { matrices } from '../../apps/server/tests/matrix/index.ts';
import { labelOf, type Own, type Parts, type Row } from '../../apps/server/tests/matrix/matrix.ts';
import { type Attacked, isHarmed, startAttacked } from '../src/attacked/attacked.ts';
import { eventually } from '../src/eventually.ts';
import { hostileRequests, type Sent } from './hostile-requests.ts';

interface Entry {
  label: string;
  endpoint: Endpoint;
  row: Row;
}

const entries: Entry[] = Object.values(matrices).flatMap(({ contract, rows }) =>
  Object.entries(contract.endpoints).flatMap(([name, endpoint]) => {
    const row = rows[name];
    return row ? [{ label: labelOf(endpoint), endpoint, row }] : [];
  }),
);

/** The time of one attack, from which the endpoint behind a blocked event loop is found. */
interface Stretch {
  label: string;
  from: number;
  to: number;
}

describe('every endpoint, with the most and the worst that it takes', () => {
  let attacked: Attacked;
  let own: Own | undefined;
  const faults: string[] = [];
  const statuses = new Map<number, number>();

  /**
   * Returns a tenant with one object of every kind, and makes a new one after an attack has ended its session or deleted such
   * an object.
   */
  const ready = async (): Promise<Own> => {
    const isThere = async ({ owner, importId, appId }: Own) =>
      (await owner.fetch(`/api/import/v2/review-data/${importId}`)).ok &&
      (await owner.fetch(`/api/content/app/${appId}`)).ok;
    if (!own || !(await isThere(own))) {
      const signUp = async () => {
        const { client, tenantId, email, password } = await attacked.product.signUp();
        const owner = new Client(attacked.product.origin);
        for (const [name, value] of client.cookies) owner.cookies.set(name, value);
        return { client: owner, user: { tenantId } as never, email, password };
      };
      own = await foundTenant({ signUp, dataFolder: attacked.product.dataFolder });
    }
    return own;
  };

  beforeAll(async () => {
    attacked = await startAttacked({ env: { FREE_CREDITS: '100000000' } });
    await ready();
  }, 120_000);
  afterAll(() => attacked.close());

  const validParts = async ({ row }: Entry): Promise<Parts> => {
    if (!('naming' in row)) return row.parts ?? {};
    // A refusal is fine here, because an earlier attack may still occupy the server. Only the event loop is judged.
    const prepare = async () => row.naming(await ready());
    return eventually(prepare, { within: 60_000, what: 'A valid request' });
  };

  const send = async ({ label, endpoint }: Entry, { path, body }: Sent): Promise<void> => {
    const { owner } = own ?? (await ready());
    const response = await owner.fetch(path, {
      method: endpoint.method,
      signal: AbortSignal.timeout(30_000),
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    await response.body?.cancel();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status === 500) faults.push(`${label} answered 500`);
  };

  const attack = async (how: string, work: (entry: Entry, requests: Sent[]) => Promise<unknown>) => {
    const stretches: Stretch[] = [];
    const harm = await attacked.during(how, async () => {
      for (const entry of entries) {
        const requests = hostileRequests(entry.endpoint, await validParts(entry));
        const from = Date.now();
        await work(entry, requests);
        stretches.push({ label: entry.label, from, to: Date.now() });
      }
    });
    const guilty = harm.slices.map(({ at, ms }) => {
      const stretch = stretches.find(({ from, to }) => at - ms / 2 >= from && at - ms / 2 <= to);
      return `${Math.round(ms)} ms in one go at ${stretch?.label ?? 'nothing in particular'}`;
    });
    return { guilty, harm };
  };

  it('keeps nobody waiting, one after the other', { timeout: 600_000 }, async () => {
    const { guilty, harm } = await attack('every endpoint, one after the other', async (entry, requests) => {
      for (const request of requests) await send(entry, request);
    });
    expect(guilty).toEqual([]);
    expect(harm).not.toSatisfy(isHarmed);
  });

  it('keeps nobody waiting, eight at once', { timeout: 600_000 }, async () => {
    const { guilty, harm } = await attack('every endpoint, eight at once', (entry, requests) =>
      Promise.all(requests.slice(0, 8).map((request) => send(entry, request))),
    );
    expect(guilty).toEqual([]);
    expect(harm).not.toSatisfy(isHarmed);
  });

  it('fails in no way that nobody foresaw, and was really asked', () => {
    expect([...new Set(faults)]).toEqual([]);
    const count = [...statuses.values()].reduce((sum, each) => sum + each, 0);
    process.stdout.write(`${count} requests: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
    expect(count).toBeGreaterThan(entries.length * 8);
    // Attacks on the sign-in count as 401: they sign the user out or send wrong passwords.
    expect(statuses.get(401) ?? 0).toBeLessThan(count / 5);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 10);
  });
});
