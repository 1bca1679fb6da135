import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, repeatedly, startAttacked } from '../src/attacked/attacked.ts';
import { startArticlesApi } from '../src/fakes/articles-api.ts';
import { makeBase } from '../src/knowledge.ts';

const kilobyte = 1024;
const keys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 13) }, (_nothing, at) => `"k${String(at).padStart(7, '0')}":1`).join(',')}}`;

const send = async (address: string, body: string): Promise<number> => {
  const headers = { 'content-type': 'application/json' };
  try {
    return (await fetch(address, { method: 'POST', headers, body })).status;
  } catch {
    // The server may end the connection before it has read a request that it refuses.
    return 413;
  }
};

describe('JSON that is made to be large', () => {
  let attacked: Attacked;
  let api: Awaited<ReturnType<typeof startArticlesApi>>;

  beforeAll(async () => {
    api = await startArticlesApi([]);
    attacked = await startAttacked({ env: { OUTBOUND_ALLOW: new URL(api.address).host } });
    await send(`${attacked.product.origin}/api/content/query`, '{}');
  });
  afterAll(async () => {
    await attacked.close();
    await api.stop();
  });

  it.each([
    ['2 MB of keys', keys(2048 * kilobyte), 413],
    ['64 KB of keys', keys(63 * kilobyte), 413],
    ['as many keys as are read', keys(18 * kilobyte), 400],
    ['64 KB of lists in each other', `${'['.repeat(31 * kilobyte)}${']'.repeat(31 * kilobyte)}`, 413],
    ['64 KB of backslashes', `{"query":"${'\\\\'.repeat(31 * kilobyte)}"}`, 400],
  ])(
    'and is sent by nobody in particular keeps nobody waiting: %s, 32 times at once, for two seconds',
    async (name, body, status) => {
      const query = `${attacked.product.origin}/api/content/query`;
      const all = async () => {
        const statuses = await Promise.all(Array.from({ length: 32 }, () => send(query, body)));
        expect(new Set(statuses)).toEqual(new Set([status]));
      };
      expect(await attacked.during(`${name}, 32 at once`, repeatedly(all))).not.toSatisfy(isHarmed);
    },
  );

  it('and is what an API answers with keeps nobody waiting: 700,000 keys', async () => {
    const { client } = await attacked.product.signUp();
    const knowledgeBaseId = await makeBase(client, 'Articles');
    const wide = Object.fromEntries(Array.from({ length: 700_000 }, (_nothing, at) => [`k${at}`, at]));
    api.change([{ id: 'wide', title: 'Wide', body: '', ...wide }]);
    const settings = { url: api.address, listPath: 'articles', idField: 'id', titleField: 'title' };
    const test = () => client.send('POST', '/api/import/connectors/test', { type: 'API', settings });
    expect(await attacked.during('API of 700,000 keys', test)).not.toSatisfy(isHarmed);
    const sync = async () => {
      const body = { knowledgeBaseId, type: 'API', name: 'Articles', settings };
      const { sourceId } = await client.post<{ sourceId: string }>('/api/import/v2/import-init', body);
      for (;;) {
        const { sync } = await client.get<{ sync: { status: string } | null }>(
          `/api/import/sources/${sourceId}`,
        );
        if (sync && !sync.status.startsWith('IN-')) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    expect(await attacked.during('sync of 700,000 keys', sync)).not.toSatisfy(isHarmed);
    expect((await test()).message).toContain('longer than');
  });
});
