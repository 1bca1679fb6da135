import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src/kernel/base/errors.ts';
import { defineMemory } from '../../src/kernel/cache/define-memory.ts';
import type { Ctx } from '../../src/kernel/context/context.ts';
import { Client } from '../client.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { newKnowledgeBase } from '../knowledge.ts';
import { joinTenant } from '../member.ts';
import { countMessages } from '../wire.ts';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isCounted: true });
  other = await server.another({ isCounted: true });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** Calls the other server as the same user. */
const there = (client: Client, bearer?: string): Client => {
  const same = new Client(other.origin, bearer);
  if (bearer === undefined) for (const cookie of client.cookies) same.cookies.set(...cookie);
  return same;
};

const list = async (client: Client): Promise<number> =>
  (await client.send(knowledge.endpoints.list, { query: {} })).status;

/** Repeats the request until it uses remembered data about the caller: what signing up leaves to be written may still revise them. */
const untilRemembered = (request: () => Promise<number>): Promise<void> =>
  vi.waitFor(
    async () => {
      expect(await request()).toBe(200);
      const { statements } = await countMessages(other, request);
      expect(statements.filter((text) => /from (sessions|api_keys)/.test(text))).toEqual([]);
    },
    { timeout: 10_000 },
  );

const warm = (client: Client): Promise<void> => untilRemembered(() => list(client));

describe('a caller whom another server remembers', () => {
  it('is refused from the next call on after the session has ended', async () => {
    const { client } = await server.signUp();
    const same = there(client);
    await warm(same);
    await client.call(auth.endpoints.signOut, {});
    expect(await list(same)).toBe(401);
  });

  it('is refused from the next call on after the key was replaced', async () => {
    const { client } = await server.signUp();
    const { apiKey } = await client.call(auth.endpoints.getApiKey, { query: {} });
    const same = there(client, apiKey ?? '');
    await warm(same);
    await client.call(auth.endpoints.regenerateApiKey, { body: {} });
    expect(await list(same)).toBe(401);
  });

  it('is refused by a call that is no read, but begins in a transaction, from the next call on', async () => {
    const { client } = await server.signUp();
    const knowledgeBaseId = await newKnowledgeBase(client);
    const same = there(client);
    const test = async () =>
      (
        await same.send(retrieval.endpoints.retrievalTest, {
          body: { knowledgeBaseId, query: 'What is remembered?' },
        })
      ).status;
    await untilRemembered(test);
    await client.call(auth.endpoints.signOut, {});
    expect(await test()).toBe(401);
  });

  it('loses and gains with the role from the next call on', async () => {
    const { client, user } = await server.signUp();
    const member = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    const same = there(member.client);
    await warm(same);
    const become = (role: 'USER' | 'ADMIN') =>
      client.call(people.endpoints.updateMember, { params: { userId: member.userId }, body: { role } });
    const audit = async () => (await same.send(people.endpoints.listMembers, { query: {} })).status;
    expect(await audit()).toBe(200);
    await become('USER');
    expect(await audit()).toBe(403);
    await become('ADMIN');
    expect(await audit()).toBe(200);
  });

  it('is refused from the next call on after the company was disabled', async () => {
    const { client, user } = await server.signUp();
    const same = there(client);
    await warm(same);
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [user.tenantId]);
    expect(await list(same)).toBe(401);
  });

  it('sees another company from the next call on after the session moved there', async () => {
    const { client, user } = await server.signUp();
    const { user: second } = await server.signUp();
    await server.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
      second.tenantId,
      user.userId,
      'ADMIN',
    ]);
    const same = there(client);
    await warm(same);
    await newKnowledgeBase(client, { name: 'Only in the first' });
    const names = async () =>
      (await same.call(knowledge.endpoints.list, { query: {} })).items.map(({ name }) => name);
    expect(await names()).toEqual(['Only in the first']);
    await server.sql('update sessions set tenant_id = $1 where user_id = $2', [second.tenantId, user.userId]);
    expect(await names()).toEqual([]);
  });
});

describe('what a process remembers of a tenant', () => {
  const words = defineMemory<string>({ name: 'words', most: 10 });
  let here: Ctx;
  let elsewhere: Ctx;
  let tenantId: string;

  beforeAll(async () => {
    await server.sql(`create table public.words (tenant_id text not null, word text not null)`);
    await server.sql('grant all on public.words to public');
    await server.sql(`select atelier.revise_with('public.words', 'tenant_id', 'insert or delete or update')`);
  });
  beforeEach(async () => {
    ({ tenantId } = (await server.signUp()).user);
    await server.sql('insert into words values ($1, $2)', [tenantId, 'first']);
    here = server.contextOf(tenantId);
    elsewhere = other.contextOf(tenantId);
  });

  const loadWord = async (tx: Parameters<Parameters<Ctx['tx']>[0]>[0]): Promise<string> => {
    const { rows } = await tx.db.execute<{ word: string }>(
      `select word from words where tenant_id = '${tenantId}'`,
    );
    return rows[0]?.word ?? '';
  };
  const wordOf = (ctx: Ctx): Promise<string> =>
    ctx.tx((tx) => tx.remember(words, 'word', () => loadWord(tx)));
  const change = (word: string) =>
    here.tx((tx) => tx.db.execute(`update words set word = '${word}' where tenant_id = '${tenantId}'`));

  it('costs no statement, and a change counts from the next transaction on, in every process', async () => {
    expect([await wordOf(elsewhere), await wordOf(here)]).toEqual(['first', 'first']);
    const { statements } = await countMessages(other, () => wordOf(elsewhere));
    expect(statements.filter((text) => text.includes('words'))).toEqual([]);
    await change('second');
    expect([await wordOf(elsewhere), await wordOf(here)]).toEqual(['second', 'second']);
  });

  it('is not what a transaction read of its own changes before it was rolled back', async () => {
    const undone = here.tx(async (tx) => {
      await tx.db.execute(`update words set word = 'undone' where tenant_id = '${tenantId}'`);
      expect(await tx.remember(words, 'word', () => loadWord(tx))).toBe('undone');
      throw new AppError('request.not_found');
    });
    await expect(undone).rejects.toMatchObject({ code: 'request.not_found' });
    expect(await wordOf(here)).toBe('first');
  });

  it('is never why a transaction fails: it runs again when that was out of date', async () => {
    expect(await wordOf(elsewhere)).toBe('first');
    await change('second');
    const seen: string[] = [];
    const checked = elsewhere.tx(async (tx) => {
      const word = await tx.remember(words, 'word', () => loadWord(tx));
      seen.push(word);
      if (word === 'first') throw new AppError('request.not_found');
      return word;
    });
    expect(await checked).toBe('second');
    expect(seen).toEqual(['first', 'second']);
  });

  it('is compared by the database where the commit does not wait for this process', async () => {
    await server.sql('create table public.copies (tenant_id text not null, word text not null)');
    await server.sql('grant all on public.copies to public');
    const copy = () =>
      elsewhere.tx(async (tx) => {
        const word = await tx.remember(words, 'word', () => loadWord(tx));
        tx.last(() => tx.db.execute(`insert into copies values ('${tenantId}', '${word}')`));
        return word;
      });
    const copied = () => server.sql('select word from copies where tenant_id = $1', [tenantId]);
    await copy();
    const { roundTrips, statements } = await countMessages(other, copy);
    expect(roundTrips).toBe(1);
    expect(statements.at(-2)).toContain('require_revision');
    await change('second');
    expect(await copy()).toBe('second');
    expect(await copied()).toEqual(['first', 'first', 'second'].map((word) => ({ word })));
  });

  it('is kept for each tenant by itself', async () => {
    expect(await wordOf(here)).toBe('first');
    const first = tenantId;
    ({ tenantId } = (await server.signUp()).user);
    expect(tenantId).not.toBe(first);
    expect(await wordOf(server.contextOf(tenantId))).toBe('');
  });
});
