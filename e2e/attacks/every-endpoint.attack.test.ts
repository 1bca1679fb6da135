import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../apps/server/tests/client.ts';
import { foundTenant } from '../../apps/server/tests/matrix/found-tenant.ts';
import { matrices } from '../../apps/server/tests/matrix/index.ts';
import { labelOf, type Own, type Parts, type Row } from '../../apps/server/tests/matrix/matrix.ts';
import { type Attacked, isHarmed, judge, type Noticed, startAttacked } from '../src/attacked/attacked.ts';
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

const ways = ['one after the other', 'eight at once'] as const;
type Way = (typeof ways)[number];

/** The time of one attack, from which the endpoint behind a blocked event loop is found. */
interface Stretch {
  label: string;
  way: Way;
  from: number;
  to: number;
}

/** A company with one object of every kind, which is founded anew after an attack has ended its session or deleted such an object. */
class Company {
  readonly #attacked: Attacked;
  #own: Own | undefined;

  constructor(attacked: Attacked) {
    this.#attacked = attacked;
  }

  async ready(): Promise<Own> {
    const { product } = this.#attacked;
    if (!this.#own || !(await this.#isWhole(this.#own))) {
      const signUp = async () => {
        const { client, tenantId, email, password } = await product.signUp();
        const owner = new Client(product.origin);
        for (const [name, value] of client.cookies) owner.cookies.set(name, value);
        return { client: owner, user: { tenantId } as never, email, password };
      };
      this.#own = await foundTenant({ signUp, dataFolder: product.dataFolder });
    }
    return this.#own;
  }

  async #isWhole({ owner, importId, appId }: Own): Promise<boolean> {
    const paths = [`/api/import/v2/review-data/${importId}`, `/api/content/app/${appId}`];
    const replies = await Promise.all(paths.map((path) => owner.fetch(path)));
    await Promise.all(replies.map((reply) => reply.arrayBuffer()));
    return replies.every(({ ok }) => ok);
  }
}

/** An attack whose valid request exists, and the company to which it belongs. */
interface Prepared {
  owner: Client;
  requests: Sent[];
}

describe('every endpoint, with the most and the worst that it takes', () => {
  let attacked: Attacked;
  /** While one pair is attacked, a company for each way, the next attacks are prepared on the other pair. */
  let pairs: Record<Way, Company>[];
  const faults: string[] = [];
  const statuses = new Map<number, number>();

  beforeAll(async () => {
    attacked = await startAttacked({ env: { FREE_CREDITS: '100000000' } });
    const pair = () => ({
      'one after the other': new Company(attacked),
      'eight at once': new Company(attacked),
    });
    pairs = [pair(), pair()];
    for (const company of pairs.flatMap((each) => Object.values(each))) await company.ready();
  }, 180_000);
  afterAll(() => attacked.close());

  const prepare = async ({ endpoint, row }: Entry, company: Company): Promise<Prepared> => {
    // A refusal is fine here, because an earlier attack may still occupy the server. Only the event loop is judged.
    const attempt = async () => {
      const own = await company.ready();
      const parts: Parts = 'naming' in row ? await row.naming(own) : (row.parts ?? {});
      return { owner: own.owner, requests: hostileRequests(endpoint, parts) };
    };
    return eventually(attempt, { within: 60_000, what: 'A valid request' });
  };

  const prepareBoth = async (entry: Entry, at: number): Promise<Record<Way, Prepared>> => {
    const pair = pairs[at % 2] as Record<Way, Company>;
    const first = prepare(entry, pair['one after the other']);
    // Reading changes nothing, so that the object of the first attack serves the second one as well.
    const second = entry.endpoint.method === 'GET' ? first : prepare(entry, pair['eight at once']);
    const [inTurn, atOnce] = await Promise.all([first, second]);
    return { 'one after the other': inTurn, 'eight at once': atOnce };
  };

  const send = async ({ label, endpoint }: Entry, owner: Client, { path, body }: Sent): Promise<void> => {
    const response = await owner.fetch(path, {
      method: endpoint.method,
      signal: AbortSignal.timeout(30_000),
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    await response.body?.cancel();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status === 500) faults.push(`${label} answered 500`);
  };

  const attack = async (entry: Entry, way: Way, { owner, requests }: Prepared): Promise<Stretch> => {
    const from = Date.now();
    if (way === 'eight at once')
      await Promise.all(requests.slice(0, 8).map((request) => send(entry, owner, request)));
    else for (const request of requests) await send(entry, owner, request);
    return { label: entry.label, way, from, to: Date.now() };
  };

  const attackAll = async (): Promise<Stretch[]> => {
    const stretches: Stretch[] = [];
    const first = entries[0];
    let next = first && prepareBoth(first, 0);
    for (const [at, entry] of entries.entries()) {
      const prepared = await next;
      const following = entries[at + 1];
      next = following && prepareBoth(following, at + 1);
      for (const way of ways) if (prepared) stretches.push(await attack(entry, way, prepared[way]));
    }
    return stretches;
  };

  it('keeps nobody waiting, one after the other and eight at once', { timeout: 900_000 }, async () => {
    let stretches: Stretch[] = [];
    const noticed = await attacked.watch(async () => {
      stretches = await attackAll();
    });
    const guilty = judge('every endpoint', noticed).slices.map(({ at, ms }) => {
      const stretch = stretches.find(({ from, to }) => at - ms / 2 >= from && at - ms / 2 <= to);
      return `${Math.round(ms)} ms in one go at ${stretch?.label ?? 'nothing in particular'}`;
    });
    expect(guilty).toEqual([]);
    for (const way of ways) {
      const own = stretches.filter((stretch) => stretch.way === way);
      const during = <Item extends { at: number }>(items: readonly Item[]) =>
        items.filter(({ at }) => own.some(({ from, to }) => at >= from && at <= to));
      const { health, bare, slices } = noticed;
      const duringWay: Noticed = { health: during(health), bare: during(bare), slices: during(slices) };
      const harm = judge(`every endpoint, ${way}`, duringWay);
      expect(harm.calls).toBeGreaterThan(500);
      expect(harm).not.toSatisfy(isHarmed);
    }
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
