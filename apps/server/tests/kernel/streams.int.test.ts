import { access } from '@atelier/contracts/account/access';
import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { type MemberRole, people } from '@atelier/contracts/account/people/people';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { sources } from '@atelier/contracts/content/sources/sources';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knowledgeTopic } from '../../src/modules/content/bases/declarations.ts';
import { Client } from '../client.ts';
import { type OpenedStream, openStream } from '../event-stream.ts';
import { offerModels } from '../fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';
import { importTexts, newKnowledgeBase } from '../knowledge.ts';
import { joinTenant } from '../member.ts';

const importEvents = (client: Client, id: string) =>
  openStream(client, `${documentImports.endpoints.events.path}?knowledgeBaseId=${id}`);
const sourceEvents = (client: Client, id: string) =>
  openStream(client, `${sources.endpoints.events.path}?knowledgeBaseId=${id}`);

/** Much less than the interval of the regular checks, with room for a busy machine. */
const soonMs = 5_000;
const isEnded = async ({ ended }: OpenedStream) => {
  const late = new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), soonMs));
  return Promise.race([ended, late]);
};
const stillOpen = async (stream: OpenedStream) => {
  const later = new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), 1_000));
  return Promise.race([stream.ended, later]);
};
const hasBegun = (stream: OpenedStream) => eventually(async () => stream.received.length > 0);

describe('an open stream, when the permission behind it ends', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let tenantId: string;
  let baseId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    baseId = await newKnowledgeBase(owner);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const member = (role: MemberRole) => joinTenant(server, { tenantId, role });
  const changeRole = (userId: string, role: MemberRole) =>
    owner.send(people.endpoints.updateMember, { params: { userId }, body: { role } });

  it('ends at once for a builder who becomes an operator, and names no later document', async () => {
    const { client, userId } = await member('BUILDER');
    const imports = await importEvents(client, baseId);
    const changes = await sourceEvents(client, baseId);
    await hasBegun(imports);
    await changeRole(userId, 'OPERATOR');
    expect(await isEnded(imports)).toBe('closed');
    expect(await isEnded(changes)).toBe('closed');
    await importTexts(owner, baseId, { 'salaries.md': 'A secret.' });
    expect(JSON.stringify([imports.received, changes.received])).not.toContain('salaries');
    expect((await importEvents(client, baseId)).response.status).toBe(404);
  });

  it('ends in another process too', async () => {
    const other = await server.another({ env: { ATELIER_ROLES: 'api' } });
    try {
      const { client, userId } = await member('BUILDER');
      const elsewhere = new Client(other.origin);
      for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
      const stream = await importEvents(elsewhere, baseId);
      await hasBegun(stream);
      await changeRole(userId, 'OPERATOR');
      expect(await isEnded(stream)).toBe('closed');
    } finally {
      await other.close();
    }
  });

  it('ends when a grant is removed, and when a knowledge base is no longer shared', async () => {
    const { client, userId } = await member('OPERATOR');
    const { client: user } = await member('USER');
    await owner.call(access.endpoints.update, { params: { entityId: baseId }, body: { userIds: [userId] } });
    const given = await importEvents(client, baseId);
    const shared = await importEvents(user, baseId);
    await hasBegun(given);
    await hasBegun(shared);
    await owner.call(access.endpoints.update, { params: { entityId: baseId }, body: { userIds: [] } });
    expect(await isEnded(given)).toBe('closed');
    expect(await stillOpen(shared)).toBe('open');
    await owner.call(knowledge.endpoints.update, { params: { id: baseId }, body: { share: 'PRIVATE' } });
    expect(await isEnded(shared)).toBe('closed');
    await owner.call(knowledge.endpoints.update, { params: { id: baseId }, body: { share: 'EVERYONE' } });
  });

  it('ends with its own session and with no other', async () => {
    const { client, email, password } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const elsewhere = server.visitor();
    await elsewhere.call(auth.endpoints.signIn, { body: { email, password } });
    const here = await importEvents(client, id);
    const there = await importEvents(elsewhere, id);
    await hasBegun(here);
    await hasBegun(there);
    await client.call(account.endpoints.endOtherSessions, { body: {} });
    expect(await isEnded(there)).toBe('closed');
    expect(await stillOpen(here)).toBe('open');
    await client.call(auth.endpoints.signOut, {});
    expect(await isEnded(here)).toBe('closed');
  });

  it('ends with the API key that opened it', async () => {
    const { client } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const stream = await importEvents(new Client(server.origin, apiKey ?? ''), id);
    await hasBegun(stream);
    await client.call(auth.endpoints.regenerateApiKey, { body: {} });
    expect(await isEnded(stream)).toBe('closed');
  });

  it('ends with the password: a reset ends sessions, API key and streams together', async () => {
    const { client, email } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const script = new Client(server.origin, apiKey ?? '');
    const bySession = await importEvents(client, id);
    const byKey = await importEvents(script, id);
    await hasBegun(bySession);
    await hasBegun(byKey);
    await server.visitor().call(passwords.endpoints.forgot, { body: { email } });
    const token = await eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails
        .flatMap((mail) => (mail.to === email ? [/reset-password\?token=([\w-]+)/.exec(mail.text)?.[1]] : []))
        .find((found) => found !== undefined);
    });
    await server.visitor().call(passwords.endpoints.reset, { body: { token, password: 'Better-Horse-8' } });
    expect(await isEnded(bySession)).toBe('closed');
    expect(await isEnded(byKey)).toBe('closed');
    expect((await script.send(auth.endpoints.getApiKey, {})).body.code).toBe('auth.unauthenticated');
  });

  it('ends with the company', async () => {
    const { client, user } = await server.signUp();
    const stream = await importEvents(client, await newKnowledgeBase(client));
    await hasBegun(stream);
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [user.tenantId]);
    expect(await isEnded(stream)).toBe('closed');
  });

  describe('in the middle of an answer', () => {
    const ask = async (client: Client, appId: string) => {
      const stream = await openStream(client, chat.endpoints.query.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          appId,
          query: 'Tell me a lot.',
          stream: true,
          chatUserId: 'chat-user-0123456789',
        }),
      });
      await eventually(async () => stream.received.some(({ event }) => event === 'token'));
      return stream;
    };
    const isDone = ({ received }: OpenedStream) => received.some(({ event }) => event === 'done');
    const makeApp = async (mode: 'PUBLIC' | 'PRIVATE') => {
      const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-slow-3000'] });
      const { appId } = await owner.call(apps.endpoints.create, {
        body: {
          name: `App ${crypto.randomUUID()}`,
          access: mode,
          modelId: `${providerId}/fake-slow-3000`,
        },
      });
      return appId;
    };

    it('stops for a user who signs out, and not for another', async () => {
      const appId = await makeApp('PUBLIC');
      const { client } = await member('BUILDER');
      const mine = await ask(client, appId);
      const theirs = await ask(server.visitor(), appId);
      await client.call(auth.endpoints.signOut, {});
      expect(await isEnded(mine)).toBe('closed');
      expect(isDone(mine)).toBe(false);
      expect(await stillOpen(theirs)).toBe('open');
      theirs.stop();
    });

    it('stops for visitors when the app is no longer public', async () => {
      const appId = await makeApp('PUBLIC');
      const stream = await ask(server.visitor(), appId);
      await owner.call(apps.endpoints.update, { body: { appId, access: 'PRIVATE' } });
      expect(await isEnded(stream)).toBe('closed');
      expect(isDone(stream)).toBe(false);
    });
  });
});

describe('many open streams', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { ATELIER_ROLES: 'api', STREAMS_PER_USER: '3', STREAMS_PER_TENANT: '5', STREAMS_PER_ADDRESS: '7' },
    });
  });
  afterAll(() => server.close());

  const open = async (client: Client, baseId: string, count: number) => {
    const streams: OpenedStream[] = [];
    for (let at = 0; at < count; at += 1) streams.push(await importEvents(client, baseId));
    return { streams, statuses: streams.map(({ response }) => response.status) };
  };

  it('are limited by user, company and address; a closed one makes room', async () => {
    const { client, user } = await server.signUp();
    const baseId = await newKnowledgeBase(client);
    const mine = await open(client, baseId, 5);
    expect(mine.statuses).toEqual([200, 200, 200, 429, 429]);
    expect(mine.streams[3]?.response.headers.get('retry-after')).toBe('30');
    const { client: colleague } = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    expect((await open(colleague, baseId, 3)).statuses).toEqual([200, 200, 429]);
    const { client: stranger } = await server.signUp();
    expect((await open(stranger, await newKnowledgeBase(stranger), 3)).statuses).toEqual([200, 200, 429]);
    mine.streams[0]?.stop();
    await eventually(async () => {
      const [again] = (await open(client, baseId, 1)).statuses;
      return again === 200;
    });
  });

  it('read a change once, however many watch it, and each gets it', async () => {
    const wide = await server.another({
      env: { ATELIER_ROLES: 'api', STREAMS_PER_USER: '0', STREAMS_PER_TENANT: '0', STREAMS_PER_ADDRESS: '0' },
    });
    try {
      const { client, user } = await wide.signUp();
      const baseId = await newKnowledgeBase(client);
      const [row] = await importTexts(client, baseId, { 'a.md': 'One.' });
      const { streams } = await open(client, baseId, 30);
      for (const stream of streams) await hasBegun(stream);
      const before = streams.map(({ received }) => received.length);
      let taken = 0;
      const count = () => {
        taken += 1;
      };
      wide.pool.on('acquire', count);
      await wide
        .contextOf(user.tenantId)
        .tx((tx) => tx.signal(knowledgeTopic(baseId), row?.knowledgeBaseImportId ?? ''));
      await eventually(async () =>
        streams.every(({ received }, at) =>
          received.slice(before[at]).some(({ event }) => event === 'import'),
        ),
      );
      wide.pool.off('acquire', count);
      // The change itself, and the announcement of it.
      expect(taken).toBe(2);
    } finally {
      await wide.close();
    }
  });
});
